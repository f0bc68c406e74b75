"""
The pages of accounts that a club uses, and no other of allauth's.

Nothing is mailed: a lost password is renewed by an organiser, an account has no address, nobody signs up by himself.
allauth itself names the signup page, which says that it is closed.
"""

from allauth.account import views
from django.urls import path
from django.views.decorators.cache import never_cache

urlpatterns = [
    path(route, never_cache(view), name=name)
    for route, view, name in (
        ("login/", views.login, "account_login"),
        ("logout/", views.logout, "account_logout"),
        ("inactive/", views.account_inactive, "account_inactive"),
        ("signup/", views.signup, "account_signup"),
        ("reauthenticate/", views.reauthenticate, "account_reauthenticate"),
        ("password/change/", views.password_change, "account_change_password"),
        ("password/set/", views.password_set, "account_set_password"),
    )
]

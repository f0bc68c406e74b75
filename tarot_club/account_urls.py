"""
The pages of accounts that a club uses, and no other of allauth's.

Nothing is mailed: a lost password is renewed by an organiser, an account has no address, nobody signs up by himself.
allauth itself names the signup page, which says that it is closed.
"""

from allauth.account import views
from django.urls import path

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", views.signup, name="account_signup"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
]

"""The addresses of the scoring app."""

urlpatterns = []

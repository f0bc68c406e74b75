"""The addresses of the tournaments app, by audience."""

urlpatterns = []

"""The addresses that programs call."""

urlpatterns = []

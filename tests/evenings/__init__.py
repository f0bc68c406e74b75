"""
Whole evenings by random acts through the services, each act judged: `python -m tests.evenings --count 1000 --seed 1`.

An evening is a list of steps, each an act's name and a number from which the act draws all that it chooses. So the same
list is the same evening, and of one that fails the steps that are not needed are left out until each one is.
"""

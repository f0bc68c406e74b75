"""
What the house is made of, and whether a change of it is seen from outside.

`python -m tests.house` prints its figures. `python -m tests.house.answers FOLDER` writes down what every page, list and
paper says; two such folders, of before and after, are compared by `diff -r`.
"""

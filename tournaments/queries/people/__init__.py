"""Who people are: their names, in lists and searches, and who may be one person entered twice."""

"""Views read a request, call one service and answer: the arbiter's desk, tables, a player's own pages, the rules."""

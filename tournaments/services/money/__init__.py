"""Rates, payments, cash counts and prizes."""

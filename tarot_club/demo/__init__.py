"""A demonstration club, made by the same services as a real one."""

from tarot_club.demo.club import CLUB, DEMO_LOGINS, DONNES, ROUNDS, build_demo

__all__ = ["CLUB", "DEMO_LOGINS", "DONNES", "ROUNDS", "build_demo"]

"""The certificate of a laptop: kept while it serves, renewed with all its addresses when it does not."""

from datetime import timedelta
from pathlib import Path

from cryptography import x509

from tarot_club.embedded.certificate import DAYS, DAYS_LEFT, own_certificate
from tests.factories import NOW

HALL, HOME = "192.168.7.20", "10.0.0.4"


def names(path: Path) -> set[str]:
    read = x509.load_pem_x509_certificate(path.read_bytes())
    return {str(name.value) for name in read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}


def test_it_is_kept_while_the_addresses_are_its_own(tmp_path: Path) -> None:
    made = own_certificate(tmp_path, [HALL], at=NOW)
    assert names(made.path) == {"localhost", "127.0.0.1", "::1", HALL}
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert own_certificate(tmp_path, [HALL], at=NOW + timedelta(days=300)) == made
    assert own_certificate(tmp_path, [], at=NOW) == made


def test_another_hall_makes_another_that_is_good_in_both(tmp_path: Path) -> None:
    first = own_certificate(tmp_path, [HALL], at=NOW)
    second = own_certificate(tmp_path, [HOME], at=NOW)
    assert second.fingerprint != first.fingerprint
    assert names(second.path) >= {HALL, HOME}
    assert own_certificate(tmp_path, [HALL], at=NOW) == second


def test_it_is_renewed_before_it_ends_without_the_halls_of_before(tmp_path: Path) -> None:
    own_certificate(tmp_path, [HALL], at=NOW)
    renewed = own_certificate(tmp_path, [HOME], at=NOW + timedelta(days=DAYS - DAYS_LEFT))
    assert names(renewed.path) == {"localhost", "127.0.0.1", "::1", HOME}


def test_a_file_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    made = own_certificate(tmp_path, ["laptop.local"], at=NOW)
    made.path.write_bytes(made.path.read_bytes()[:-100])
    assert "laptop.local" in names(own_certificate(tmp_path, ["laptop.local"], at=NOW).path)

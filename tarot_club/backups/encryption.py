"""
Backups that only the holder of a private key can read: files in the format of age, which its program reads too.

The site has only the public key, and cannot read its own backups. The library is loaded only where there is a key.
"""

from pathlib import Path

from tarot_club.backups import broken, new_file
from tournaments.refusals import Refusal

MAGIC = b"age-encryption.org/v1"


def new_key(file: Path) -> str:
    """Write a new private key into a new file that nobody else may read, and return the public key."""
    from pyrage import x25519

    identity = x25519.Identity.generate()
    with new_file(file) as unfinished:
        unfinished.write_text(f"{identity}\n")
    return str(identity.to_public())


def is_public_key(text: str) -> bool:
    from pyrage import RecipientError, x25519

    try:
        x25519.Recipient.from_str(text)
    except RecipientError:
        return False
    return True


def encrypt(file: Path, into: Path, public_key: str) -> None:
    """Write an encrypted copy of `file` into a new file. Refuses what `new_file` refuses."""
    from pyrage import encrypt_file, x25519

    with new_file(into) as unfinished:
        encrypt_file(str(file), str(unfinished), [x25519.Recipient.from_str(public_key)])


def decrypt(file: Path, into: Path, key: Path) -> None:
    """Write the content of an encrypted file into a new file. Refuses a file that is no key, or another file's key."""
    from pyrage import DecryptError, IdentityError, decrypt_file, x25519

    try:
        identity = x25519.Identity.from_str(key.read_text().strip().splitlines()[-1])
    except (OSError, ValueError, IndexError, IdentityError) as error:
        raise Refusal(
            f"« {key} » n’est pas une clé privée (« AGE-SECRET-KEY-… ») : donnez le fichier de « backup --new-key ».",
            code="no_key",
        ) from error
    with new_file(into) as unfinished:
        try:
            decrypt_file(str(file), str(unfinished), [identity])
        except DecryptError as error:
            raise broken(file, "cette clé ne l’ouvre pas") from error

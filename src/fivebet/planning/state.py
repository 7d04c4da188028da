"""The state of the world during planning: ordered atoms, whose changes can be undone.

Atoms keep the order in which they were added. What an operator changes is written to
a log, and undoing the log restores every atom at its old offset, so that an iteration
over the atoms can continue.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fivebet.planning.terms import Term, atom_text

Arguments = tuple[Term, ...]
Log = list[tuple[Any, ...]]
"""Changes in the order in which they were made; see `undo`."""
RelationKey = tuple[frozenset[Arguments], frozenset[tuple[Arguments, int]]]
"""The atoms of a relation, and how often each is protected."""
_EMPTY: RelationKey = (frozenset(), frozenset())


class Index:
    """The atoms of a relation that agree in some arguments, in the relation's order.

    Its key says which arguments: with none, all atoms are in one list. Atoms that lack
    them, such as a word where the key looks into a list, are left out.
    """

    __slots__ = ("key", "lists")

    def __init__(self, key: Callable[[Arguments], object]) -> None:
        self.key = key
        self.lists: dict[object, list[Arguments]] = {}

    def add(self, atom: Arguments) -> None:
        """Append an atom."""
        key = self.key(atom)
        if key is not None:
            found = self.lists.get(key)
            if found is None:
                self.lists[key] = [atom]
            else:
                found.append(atom)

    def remove(self, atom: Arguments) -> int:
        """Remove an atom; return its offset, or -1 if the index does not hold it."""
        key = self.key(atom)
        if key is None:
            return -1
        found = self.lists[key]
        offset = found.index(atom)
        del found[offset]
        return offset

    def insert(self, offset: int, atom: Arguments) -> None:
        """Put an atom back where it was."""
        if offset >= 0:
            self.lists[self.key(atom)].insert(offset, atom)

    def pop(self, atom: Arguments) -> None:
        """Remove the atom that was added last."""
        key = self.key(atom)
        if key is not None:
            self.lists[key].pop()


class Relation:
    """All atoms of one predicate and one number of arguments."""

    __slots__ = ("_frozen", "atoms", "indices", "name", "protected")

    def __init__(self, name: str, indices: Iterable[Index] = ()) -> None:
        self.name = name
        self.atoms: set[Arguments] = set()
        self.indices = tuple(indices)
        self.protected: dict[Arguments, int] = {}
        self._frozen: RelationKey | None = None

    def frozen(self) -> "RelationKey":
        """Return a hashable copy of the relation, cached until it changes."""
        if self._frozen is None:
            self._frozen = frozenset(self.atoms), frozenset(self.protected.items())
        return self._frozen

    def thaw(self) -> None:
        """Forget the cached key after a change."""
        self._frozen = None

    def add(self, atom: Arguments, log: Log) -> None:
        """Add an atom unless it is there."""
        if atom in self.atoms:
            return
        self._frozen = None
        self.atoms.add(atom)
        for index in self.indices:
            index.add(atom)
        log.append((_ADDED, self, atom))

    def remove(self, atom: Arguments, log: Log) -> bool:
        """Delete an atom if it is there; return False if it is protected."""
        if self.protected and atom in self.protected:
            return False
        if atom in self.atoms:
            self._frozen = None
            self.atoms.discard(atom)
            log.append((_REMOVED, self, atom, [index.remove(atom) for index in self.indices]))
        return True

    def protect(self, atom: Arguments, log: Log) -> None:
        """Protect an atom once more."""
        self._frozen = None
        self.protected[atom] = self.protected.get(atom, 0) + 1
        log.append((_PROTECTED, self, atom))

    def release(self, atom: Arguments, log: Log) -> None:
        """Remove one protection, if there is one."""
        if atom in self.protected:
            self._frozen = None
            _fewer(self.protected, atom)
            log.append((_RELEASED, self, atom))


_ADDED, _REMOVED, _PROTECTED, _RELEASED = range(4)


def undo(log: Log, keep: int = 0) -> None:
    """Undo the changes of a log, the last one first, until `keep` are left."""
    while len(log) > keep:
        change = log.pop()
        kind, relation, atom = change[:3]
        relation.thaw()
        if kind == _ADDED:
            relation.atoms.discard(atom)
            for index in relation.indices:
                index.pop(atom)
        elif kind == _REMOVED:
            relation.atoms.add(atom)
            for index, offset in zip(relation.indices, change[3], strict=True):
                index.insert(offset, atom)
        elif kind == _PROTECTED:
            _fewer(relation.protected, atom)
        else:
            relation.protected[atom] = relation.protected.get(atom, 0) + 1


def _fewer(protected: dict[Arguments, int], atom: Arguments) -> None:
    protected[atom] -= 1
    if not protected[atom]:
        del protected[atom]


class State:
    """Relations by predicate and number of arguments.

    Atoms of `shifting` predicates are in one list, whatever their number of arguments, as
    in JSHOP2.
    """

    def __init__(
        self, relations: dict[tuple[str, int], Relation], shifting: Iterable[str] = ()
    ) -> None:
        self.relations = relations
        self._mixed = {name: Index(whole_key) for name in shifting}
        for name, index in self._mixed.items():
            index.lists[()] = []
            for relation in relations.values():
                if relation.name == name:
                    relation.indices += (index,)

    def relation(self, name: str, arity: int) -> Relation:
        """Return the relation of a name, made on first use."""
        key = name, arity
        found = self.relations.get(key)
        if found is None:
            mixed = [self._mixed[name]] if name in self._mixed else []
            found = self.relations[key] = Relation(name, [Index(whole_key), *mixed])
        return found

    def shifting(self, name: str, arity: int) -> Iterator[Arguments]:
        """Yield the atoms of a predicate by offset, even if some vanish meanwhile."""
        for atom in self._mixed[name].lists[()]:
            if len(atom) == arity:
                yield atom

    def atoms(self) -> Iterator[tuple[str, Arguments]]:
        """Yield all atoms, in arbitrary order."""
        for relation in self.relations.values():
            for atom in relation.atoms:
                yield relation.name, atom

    def key(self) -> tuple[RelationKey, ...]:
        """Return a key that is equal for two moments that allow the same plans."""
        found = [relation.frozen() for relation in self.relations.values()]
        # Relations that were made since and are empty make no difference.
        while found and found[-1] == _EMPTY:
            found.pop()
        return tuple(found)

    def facts(self) -> frozenset[tuple[str, Arguments]]:
        """Return all facts, protections included, to compare states of different domains."""
        guarded = (
            (f":protection {relation.name}", (*atom, float(count)))
            for relation in self.relations.values()
            for atom, count in relation.protected.items()
        )
        return frozenset([*self.atoms(), *guarded])

    def __str__(self) -> str:
        return " ".join(sorted(atom_text(*atom) for atom in self.atoms()))


def whole_key(_: Arguments) -> object:
    """Return the key of the index that holds all atoms."""
    return ()

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
_UNKNOWN, _EMPTY = 0, 1
"""Numbers of a relation's contents: those that are not looked up yet, and none at all."""


class Index:
    """The atoms of a relation that agree in some arguments, in the relation's order.

    Its key says which arguments. Atoms that lack them, such as a word where the key looks
    into a list, are left out.
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
    """All atoms of one predicate and one number of arguments.

    Its contents have a number, which the state's key is made of: the same atoms, the same
    number. A change makes it unknown until it is asked for, and undoing the change brings
    it back.
    """

    __slots__ = (
        "_alone",
        "_known",
        "atoms",
        "indices",
        "lists",
        "name",
        "numbers",
        "protected",
        "slot",
    )

    def __init__(
        self, name: str, indices: Iterable[Index] = (), lists: Iterable[list[Arguments]] = ()
    ) -> None:
        self.name = name
        self.atoms: set[Arguments] = set()
        self.lists = tuple(lists)
        """Lists of all atoms in their order, besides the indices."""
        self.indices = tuple(indices)
        self.protected: dict[Arguments, int] = {}
        self._known: dict[object, int] = {frozenset(): _EMPTY}
        self._alone: dict[Arguments, int] = {}
        """The numbers of contents that are a single atom."""
        self.numbers, self.slot = [_EMPTY], 0
        """Where the number of the present contents is kept: the state has them in one list."""

    def clear(self) -> None:
        """Remove all atoms and protections, and forget the numbers of contents."""
        self.atoms.clear()
        self.protected.clear()
        for listed in self.lists:
            listed.clear()
        for index in self.indices:
            index.lists.clear()
        self._known = {frozenset(): _EMPTY}
        self._alone.clear()
        self.numbers[self.slot] = _EMPTY

    def number(self) -> int:
        """Look up the number of the present contents."""
        contents: object = frozenset(self.atoms)
        if self.protected:
            contents = contents, frozenset(self.protected.items())
        found = self._known.setdefault(contents, len(self._known) + 1)
        if len(self.atoms) == 1 and not self.protected:
            self._alone[next(iter(self.atoms))] = found
        self.numbers[self.slot] = found
        return found

    def add(self, atom: Arguments, log: Log) -> None:
        """Add an atom unless it is there."""
        if atom in self.atoms:
            return
        numbers, slot = self.numbers, self.slot
        log.append((_ADDED, self, atom, numbers[slot], ()))
        numbers[slot] = _UNKNOWN
        self.atoms.add(atom)
        for listed in self.lists:
            listed.append(atom)
        for index in self.indices:
            index.add(atom)

    def remove(self, atom: Arguments, log: Log) -> bool:
        """Delete an atom if it is there; return False if it is protected."""
        if self.protected and atom in self.protected:
            return False
        if atom in self.atoms:
            offsets = []
            for listed in self.lists:
                offset = listed.index(atom)
                del listed[offset]
                offsets.append(offset)
            for index in self.indices:
                offsets.append(index.remove(atom))
            numbers, slot = self.numbers, self.slot
            log.append((_REMOVED, self, atom, numbers[slot], offsets))
            numbers[slot] = _UNKNOWN
            self.atoms.discard(atom)
        return True

    def replace(self, old: Arguments, new: Arguments, log: Log) -> bool:
        """Delete an atom and add another one; return False if the first is protected."""
        atoms = self.atoms
        if len(atoms) > 1 or self.indices or self.protected or old not in atoms:
            if not self.remove(old, log):
                return False
            self.add(new, log)
            return True
        numbers, slot = self.numbers, self.slot
        log.append((_REPLACED, self, old, numbers[slot], ()))
        numbers[slot] = self._alone.get(new, _UNKNOWN)
        atoms.clear()
        atoms.add(new)
        for listed in self.lists:
            listed[0] = new
        return True

    def protect(self, atom: Arguments, log: Log) -> None:
        """Protect an atom once more."""
        log.append((_PROTECTED, self, atom, self.numbers[self.slot], ()))
        self.numbers[self.slot] = _UNKNOWN
        self.protected[atom] = self.protected.get(atom, 0) + 1

    def release(self, atom: Arguments, log: Log) -> None:
        """Remove one protection, if there is one."""
        if atom in self.protected:
            log.append((_RELEASED, self, atom, self.numbers[self.slot], ()))
            self.numbers[self.slot] = _UNKNOWN
            _fewer(self.protected, atom)


_ADDED, _REMOVED, _REPLACED, _PROTECTED, _RELEASED = range(5)


def undo(log: Log) -> None:
    """Undo the changes of a log, the last one first."""
    while log:
        kind, relation, atom, number, offsets = log.pop()
        relation.numbers[relation.slot] = number
        if kind == _REPLACED:
            relation.atoms.clear()
            relation.atoms.add(atom)
            for listed in relation.lists:
                listed[0] = atom
        elif kind == _ADDED:
            relation.atoms.discard(atom)
            for listed in relation.lists:
                listed.pop()
            for index in relation.indices:
                index.pop(atom)
        elif kind == _REMOVED:
            relation.atoms.add(atom)
            left = iter(offsets)
            for listed in relation.lists:
                listed.insert(next(left), atom)
            for index in relation.indices:
                index.insert(next(left), atom)
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
        self._numbers: list[int] = []
        self._keys: dict[tuple[int, ...], int] = {}
        self._mixed = {name: Index(_one_list) for name in shifting}
        for index in self._mixed.values():
            index.lists[()] = []
        for relation in relations.values():
            self._take_in(relation)

    def _take_in(self, relation: Relation) -> None:
        if relation.name in self._mixed:
            relation.indices += (self._mixed[relation.name],)
        relation.numbers, relation.slot = self._numbers, len(self._numbers)
        self._numbers.append(_EMPTY)

    def clear(self) -> None:
        """Remove all atoms and protections, and forget the keys."""
        self._keys.clear()
        for relation in self.relations.values():
            relation.clear()
        for index in self._mixed.values():
            index.lists[()] = []

    def relation(self, name: str, arity: int) -> Relation:
        """Return the relation of a name, made on first use."""
        key = name, arity
        found = self.relations.get(key)
        if found is None:
            found = self.relations[key] = Relation(name)
            self._take_in(found)
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

    def key(self) -> int:
        """Return a number that is the same at two moments that allow the same plans."""
        numbers = self._numbers
        if _UNKNOWN in numbers:
            for relation in self.relations.values():
                if not numbers[relation.slot]:
                    relation.number()
        # Relations that were made since and are empty make no difference.
        end = len(numbers)
        while end and numbers[end - 1] == _EMPTY:
            end -= 1
        return self._keys.setdefault(tuple(numbers[:end]), len(self._keys))

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


def _one_list(_: Arguments) -> object:
    """Return the key of an index that holds all atoms in one list."""
    return ()

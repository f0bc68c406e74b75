"""
Long tables: what stands between `{% compiled %}` and `{% endcompiled %}` is Django's template, rendered
several times faster.

The template stays the one truth. Its tags are turned into functions when it is parsed: what does not hang on a loop's
variable is looked up once a rendering, attributes are read without the exceptions that Django's lookup raises on its
way, and of a loop whose body reads its own variable alone each different item is rendered once. A tag that is not known
here is rendered by Django itself, with the variables of the loops in its context.
"""

from collections.abc import Callable, Hashable
from copy import copy
from html import escape
from typing import Any, cast

from django import template
from django.conf import settings
from django.template.base import (
    Node,
    NodeList,
    Parser,
    TextNode,
    Token,
    Variable,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context
from django.template.defaulttags import ForNode, IfNode, TemplateLiteral
from django.template.smartif import TokenBase
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

register = template.Library()

Loops = frozenset[str]  # the variables of the loops that a tag stands in
COUNTERS = ("cycle", "resetcycle", "ifchanged")
EVERYTHING: Loops = frozenset({"*"})  # what a tag reads that Django renders: nobody knows


class Scope(dict[str, Any]):
    """The names of one rendering, with all that Django's own expressions ask of a context."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context, self.template = context, context.template
        self.autoescape, self.use_tz, self.use_l10n = context.autoescape, context.use_tz, context.use_l10n
        self.kept: dict[Hashable, Any] = {}

    def __missing__(self, name: str) -> Any:
        return self.context[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.context

    def once(self, owner: Hashable, make: Callable[[], Any]) -> Any:
        """Return what is the same all through this rendering."""
        if owner not in self.kept:
            self.kept[owner] = make()
        return self.kept[owner]


Render = Callable[[Scope], str]


class Path:
    """A variable of a loop with its attributes, as `Variable` resolves it."""

    def __init__(self, variable: Variable) -> None:
        self.variable = variable
        self.root, *self.bits = variable.lookups or ()

    def resolve(self, scope: Scope) -> Any:
        value = dict.get(scope, self.root)
        for bit in self.bits:
            # As Django: a name is looked up as an item first, and what is callable is called.
            if hasattr(type(value), "__getitem__") or (found := getattr(value, bit, self)) is self or callable(found):
                return self.variable.resolve(scope)
            value = found
        return self.variable.resolve(scope) if callable(value) else value


class Steady:
    """A variable that no loop changes: resolved once a rendering, with the error when it is not there."""

    def __init__(self, variable: Variable) -> None:
        self.variable = variable

    def resolve(self, scope: Scope) -> Any:
        found, value = scope.once(self, lambda: self._resolved(scope))
        if not found:
            raise value
        return value

    def _resolved(self, scope: Scope) -> tuple[bool, Any]:
        try:
            return True, self.variable.resolve(scope)
        except template.VariableDoesNotExist as error:
            return False, error


class Compiler:
    """Turns nodes into functions; `reads` gathers the variables of loops that the nodes read."""

    def __init__(self, loops: Loops = frozenset()) -> None:
        self.loops, self.reads = loops, set[str]()

    def nodes(self, nodes: NodeList) -> Render:
        renders = [self.node(node) for node in nodes]
        return lambda scope: "".join([render(scope) for render in renders])

    def node(self, node: Node) -> Render:
        known: dict[type[Node], Callable[[Any], Render | None]] = {
            TextNode: self._text,
            VariableNode: self._value,
            IfNode: self._if,
            ForNode: self._for,
            TranslateNode: self._translate,
            BlockTranslateNode: self._block_translate,
        }
        make = known.get(type(node))
        return (make and make(node)) or self._by_django(node)

    def _text(self, node: TextNode) -> Render:
        text = node.s
        return lambda _scope: text

    def _value(self, node: Any) -> Render:
        expression = self.expression(node.filter_expression)
        return lambda scope: _written(expression.resolve(scope), scope)

    def _translate(self, node: Any) -> Render | None:
        if node.asvar or node.message_context or node.filter_expression.filters:
            return None
        return lambda scope: str(scope.once(node, lambda: node.render(scope)))

    def expression(self, expression: Any) -> Any:
        """Return the same expression, which finds its variables faster."""
        known = copy(expression)
        known.var = self._variable(expression.var)
        known.filters = [
            (function, [(is_variable, self._variable(value)) for is_variable, value in arguments])
            for function, arguments in expression.filters
        ]
        return known

    def _variable(self, variable: Any) -> Any:
        if not isinstance(variable, Variable) or not variable.lookups:
            return variable
        if variable.lookups[0] in self.loops:
            self.reads.add(variable.lookups[0])
            return Path(variable)
        return Steady(variable)

    def _if(self, node: IfNode) -> Render:
        branches = [
            (None if condition is None else self._condition(condition), self.nodes(nodes))
            for condition, nodes in node.conditions_nodelists
        ]

        def render(scope: Scope) -> str:
            for condition, branch in branches:
                try:
                    holds = condition is None or condition.eval(scope)
                except template.VariableDoesNotExist:
                    holds = None
                if holds:
                    return branch(scope)
            return ""

        return render

    def _condition(self, condition: TokenBase) -> Any:
        known: Any = copy(condition)
        if isinstance(condition, TemplateLiteral):
            known.value = self.expression(condition.value)
        else:
            known.first = condition.first and self._condition(condition.first)
            known.second = condition.second and self._condition(condition.second)
        return known

    def _for(self, node: Any) -> Render | None:
        """Return a plain loop over one variable; None where Django has to count or to unpack."""
        if node.is_reversed or node.nodelist_empty or len(node.loopvars) > 1 or _counts(node.nodelist_loop):
            return None
        sequence, name = self.expression(node.sequence), node.loopvars[0]
        inside = Compiler(self.loops | {name})
        body = inside.nodes(node.nodelist_loop)
        self.reads |= inside.reads - {name}
        is_alone = inside.reads <= {name}

        def render(scope: Scope) -> str:
            before = dict.get(scope, name, scope)
            # An item is kept with what it gave: its id is nobody else's meanwhile.
            known: dict[int, tuple[Any, str]] = scope.once(node, dict)
            parts = []
            for item in sequence.resolve(scope, ignore_failures=True) or ():
                kept = known.get(id(item))
                if kept is None:
                    scope[name] = item
                    kept = (item, body(scope))
                    if is_alone:
                        known[id(item)] = kept
                parts.append(kept[1])
            if before is scope:
                scope.pop(name, None)
            else:
                scope[name] = before
            return "".join(parts)

        return render

    def _block_translate(self, node: Any) -> Render | None:
        if node.plural or node.asvar or node.message_context:
            return None
        message, names = node.render_token_list(node.singular)
        extra = {name: self.expression(value) for name, value in node.extra_context.items()}
        others = {name: self._variable(Variable(name)) for name in names if name not in extra}
        by_django = self._by_django(node, reads=())

        def render(scope: Scope) -> str:
            values = {name: extra[name].resolve(scope) for name in names if name in extra}
            for name, variable in others.items():
                values[name] = variable.resolve(scope) if name in scope else ""
            written = {name: _written(value, scope) for name, value in values.items()}
            try:
                return str(scope.once(node, lambda: gettext(message))) % written
            except (KeyError, ValueError):  # the translation is not well formed: Django says it, or takes the original
                return by_django(scope)

        return render

    def _by_django(self, node: Node, reads: Loops | tuple[()] = EVERYTHING) -> Render:
        self.reads.update(reads)
        loops = self.loops

        def render(scope: Scope) -> str:
            with scope.context.push(**{name: dict.__getitem__(scope, name) for name in loops}):
                return str(node.render_annotated(scope.context))

        return render


def _counts(nodes: NodeList) -> bool:
    """Whether something in a loop asks how often it has turned; a template that is included may not."""
    texts = [str(each) for node in nodes for each in _said(node)]
    return any("forloop" in text or text.split(" ")[0] in COUNTERS for text in texts)


def _said(node: Node) -> list[object]:
    """Return all that a tag and those inside it say, as they were written."""
    token = getattr(node, "token", None)
    inside = [each for name in node.child_nodelists for child in getattr(node, name, ()) or () for each in _said(child)]
    return [token.contents if token is not None else "", *inside]


def _written(value: Any, scope: Scope) -> str:
    """Return a value as Django writes it in a page."""
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return escape(value) if scope.autoescape else str(value)
    if kind is int and not settings.USE_THOUSAND_SEPARATOR:
        return str(value)
    return str(render_value_in_context(value, cast("Context", scope)))


class CompiledNode(Node):
    """What stands in the block, as functions."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self.compiled = Compiler().nodes(nodelist)

    def render(self, context: Context) -> SafeString:
        return mark_safe(self.compiled(Scope(context)))  # noqa: S308 - each value was escaped where it is written


@register.tag
def compiled(parser: Parser, _token: Token) -> CompiledNode:
    nodelist = parser.parse(("endcompiled",))
    parser.delete_first_token()
    return CompiledNode(nodelist)

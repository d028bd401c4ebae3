"""Completions for the shells, made from the command line's own table."""

from __future__ import annotations

import shlex

from installers.commandline import Argument, Command, commands

_PROGRAM = "puzzlegui"


def bash() -> str:
    """For bash, with or without the package of completions."""
    program, *others = commands()
    cases = "\n".join(
        f"        {command.name}) options={shlex.quote(_flags(command))};"
        f" words={shlex.quote(_words(command))} ;;"
        for command in others
    )
    values = "\n".join(
        f"        {shlex.quote(f'{command.name} {flag}')}) COMPREPLY=($(compgen -W "
        f'{shlex.quote(" ".join(option.choices))} -- "$word")); return ;;'
        for command in others
        for option in command.options
        if option.choices
        for flag in option.flags
    )
    options = [option for command in (program, *others) for option in command.options]
    taking = "|".join(sorted({flag for each in options if each.value for flag in each.flags}))
    names = " ".join(command.name for command in others)
    return f"""\
# bash completion for {_PROGRAM}
_{_PROGRAM}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local command='' options={shlex.quote(_flags(program))} words={shlex.quote(names)} each
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case " {names} " in *" $each "*) command=$each; break ;; esac
    done
    case $command in
{cases}
    esac
    case "$command $before" in
{values}
    esac
    COMPREPLY=()
    case $before in
        {taking}) ;;
        *) case $word in
               -*) COMPREPLY=($(compgen -W "$options" -- "$word")); return ;;
               *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
           esac ;;
    esac
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
}}
complete -F _{_PROGRAM} {_PROGRAM}
"""


def zsh() -> str:
    """For zsh."""
    program, *others = commands()
    listed = "\n".join(
        "        " + shlex.quote(f"{command.name}:{_short(command.help)}") for command in others
    )
    cases = "\n".join(
        f"        {command.name}) _arguments -s {_zsh_arguments(command)} ;;" for command in others
    )
    return f"""\
#compdef {_PROGRAM}
_{_PROGRAM}() {{
    local -a commands
    commands=(
{listed}
    )
    local context state line
    typeset -A opt_args
    _arguments -s -A '-*' {_zsh_options(program)} '1:command:->command' '*::argument:->argument'
    case $state in
        command)
            _describe -t commands command commands
            _files
            ;;
        argument)
            case $line[1] in
{cases}
            esac
            ;;
    esac
}}
_{_PROGRAM} "$@"
"""


def _zsh_arguments(command: Command) -> str:
    words = [_zsh_options(command)]
    for number, each in enumerate(command.positional, 1):
        place = "*" if each.many else str(number)
        words.append(shlex.quote(f"{place}:{_zsh_text(each.value)}:{_zsh_values(each)}"))
    return " ".join(words)


def _zsh_options(command: Command) -> str:
    words = []
    for option in command.options:
        about = f"[{_zsh_text(_short(option.help))}]"
        value = f":{_zsh_text(option.value)}:{_zsh_values(option)}" if option.value else ""
        words += [shlex.quote(f"{flag}{about}{value}") for flag in option.flags]
    return " ".join(words)


def _zsh_values(argument: Argument) -> str:
    if argument.choices:
        return f"({' '.join(argument.choices)})"
    return "_files" if argument.is_file else " "


def _zsh_text(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, f"\\{sign}")
    return text


def fish() -> str:
    """For fish."""
    program, *others = commands()
    lines = [f"# fish completion for {_PROGRAM}"]
    lines += [
        f"complete -c {_PROGRAM} -n __fish_use_subcommand -a {command.name}"
        f" -d {_fish(_short(command.help))}"
        for command in others
    ]
    for command in (program, *others):
        inside = _fish(f"__fish_seen_subcommand_from {command.name}")
        where = f"-n {inside if command.name else '__fish_use_subcommand'}"
        lines += [_fish_option(option, where) for option in command.options]
        lines += [
            f"complete -c {_PROGRAM} {where} -a {_fish(' '.join(each.choices))}"
            for each in command.positional
            if each.choices
        ]
    return "\n".join(lines) + "\n"


def _fish_option(option: Argument, where: str) -> str:
    words = [f"complete -c {_PROGRAM} {where}"]
    words += [f"-l {flag[2:]}" if flag[1] == "-" else f"-s {flag[1:]}" for flag in option.flags]
    if option.choices:
        words.append(f"-x -a {_fish(' '.join(option.choices))}")
    elif option.value:
        words.append("-r" if option.is_file else "-x")
    return " ".join([*words, "-d", _fish(_short(option.help))])


def _fish(text: str) -> str:
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{quoted}'"


def _flags(command: Command) -> str:
    return " ".join(flag for option in command.options for flag in option.flags)


def _words(command: Command) -> str:
    return " ".join(choice for each in command.positional for choice in each.choices)


def _short(text: str) -> str:
    """The beginning of a help text, up to what is only a remark."""
    return text.partition(";")[0].partition(" (")[0].rstrip(".")

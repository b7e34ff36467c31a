import type { Command } from 'commander';
import { misuse } from './command-kit.ts';
import { command, type Words } from './command-words.ts';

/** `completion bash` and `completion zsh`: a script that knows every command and option, made from the table. */
export function completionWords(program: Command): Words {
  return command('completion <shell>', 'print a completion script for your shell: bash or zsh', {
    help: `
  bash:  npx northbind completion bash >> ~/.bashrc
  zsh:   npx northbind completion zsh >> ~/.zshrc`,
    runOffline: async (_prompts, { words }) => {
      if (words.shell !== 'bash' && words.shell !== 'zsh') misuse('Name your shell: bash or zsh.');
      const script = completionScript(program, words.shell as 'bash' | 'zsh');
      return { json: { script }, text: script };
    },
  });
}

/** zsh runs the script of bash by its own means. `path` is a name of its own there. */
function completionScript(program: Command, shell: 'bash' | 'zsh'): string {
  const known = wordsAfter(program, '');
  const clause = ([at, next]: After): string => `    '${at}') next='${next.join(' ')}' ;;`;
  const commands = known.filter(([at]) => !at.includes('--'));
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_northbind() {',
    "  local at='' next='' word i",
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    // An argument or an option's value is no command: what may follow stays the same.
    `    word="$at\${at:+ }\${COMP_WORDS[i]}"`,
    `    case "$word" in ${commands.flatMap(([at]) => (at === '' ? [] : [`'${at}'`])).join('|')}) at=$word ;; esac`,
    '  done',
    `  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...known.filter(([at]) => at.includes('--')).map(clause),
    '    *) case "$at" in',
    ...commands.map(clause),
    '    esac ;;',
    '  esac',
    `  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _northbind northbind',
  ].join('\n');
}

type After = readonly [string, readonly string[]];

/** What may follow every command, and every option that takes one of some words. */
function wordsAfter(parent: Command, at: string): readonly After[] {
  const options = parent.options.flatMap(({ long, argChoices }) =>
    argChoices === undefined ? [] : [[`${at} ${long}`, argChoices] as const],
  );
  const next = [...parent.commands.map((one) => one.name()), ...parent.options.map(({ long }) => long ?? '')];
  return [
    [at, [...new Set([...next, '--json', '--help'])]],
    ...options,
    ...parent.commands.flatMap((one) => wordsAfter(one, at === '' ? one.name() : `${at} ${one.name()}`)),
  ];
}

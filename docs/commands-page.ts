import type { Command } from 'commander';
import { makeProgram, type ProgramParts } from '../src/operator/cli/program.ts';

const begins = '<!-- commands: made by npm run generate -->';

/** Writes every command, from the command line's own table, after the mark of the page. */
export function fillCommands(page: string): string {
  const program = makeProgram({ version: '' } as ProgramParts);
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  const alone = program.commands.filter(({ commands }) => commands.length === 0);
  const sections = [
    tableOf(alone.map((one) => rowOf(one, ''))),
    ...groups.map((one) => `## ${one.name()}\n\n${sentence(one.description())}\n\n${tableOf(rowsOf(one, one.name()))}`),
  ];
  return `${page.slice(0, page.indexOf(begins) + begins.length)}\n\n${sections.join('\n\n')}\n`;
}

function tableOf(rows: readonly string[]): string {
  return ['| Command | What it does | Options |', '|---|---|---|', ...rows].join('\n');
}

function rowsOf(group: Command, path: string): readonly string[] {
  return group.commands.flatMap((one) =>
    one.commands.length > 0 ? rowsOf(one, `${path} ${one.name()}`) : [rowOf(one, path)],
  );
}

/** What must be given stands without brackets, as in the help. */
function rowOf(command: Command, path: string): string {
  const args = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  const usage = [path, command.name(), ...args].filter(Boolean).join(' ');
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? `\`${flags}\`` : `[\`${flags}\`]`));
  return `| \`${usage}\` | ${command.description().replaceAll('|', '\\|')} | ${options.join(' ')} |`;
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

import { type Command, InvalidArgumentError } from 'commander';
import { isOperatorRefusal } from '../../domain/operator/refusal.ts';
import { exportActs } from '../../flows/lists/export-acts.ts';
import { type CommandParts, commandAction, commandGroup, type ReasonOption, withReason } from './command-kit.ts';
import { fillFile } from './list-commands.ts';

interface ExportOptions extends ReasonOption {
  readonly from: Date;
  readonly to?: Date;
  readonly out?: string;
}

/** `northbind acts export`: the audit trail, for other systems. */
export function actsCommands(program: Command, parts: CommandParts): void {
  const acts = commandGroup(program, 'acts', 'what operators did and whose data they saw');
  withReason(acts.command('export'), true)
    .description('the audit trail as JSON lines, oldest first; the export is recorded in it, too')
    .requiredOption('--from <moment>', 'from this moment on, as 2026-11-15 or 2026-11-15T09:30:00Z', moment)
    .option('--to <moment>', 'up to this moment, which is left out; now by default', moment)
    .option('--out <file>', 'into this new file, which only you can read, instead of the standard output')
    .action(
      commandAction<ExportOptions>(parts, async ({ database, clock, actor }, { from, to = clock(), out, reason }) => {
        const begin = () => exportActs(database, { from, to, actor, reason });
        if (out !== undefined)
          return (await fillFile(out, begin)) ?? { json: { file: out }, text: `The acts are in ${out}.` };
        const lines = await begin();
        return isOperatorRefusal(lines) ? lines : { lines };
      }),
    );
}

function moment(text: string): Date {
  const date = new Date(text);
  if (
    !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) ||
    Number.isNaN(date.getTime())
  )
    throw new InvalidArgumentError('Write a moment as 2026-11-15 or 2026-11-15T09:30:00Z.');
  return date;
}

import { InvalidArgumentError } from 'commander';
import { exportActs } from '../../flows/audit/export-acts.ts';
import type { Commands } from './command-kit.ts';
import { option, out, required, requiredReason } from './options.ts';
import { linesTo } from './out-file.ts';

/** `northbind acts export`: the audit trail, for other systems. */
export function actsCommands(program: Commands): void {
  program
    .group('acts', 'what operators did and whose data they saw')
    .add('export', 'the audit trail as JSON lines, oldest first; the export is recorded in it, too', {
      reason: requiredReason,
      from: required('<moment>', 'from this moment on, as 2026-11-15 or 2026-11-15T09:30:00Z', moment),
      to: option('<moment>', 'up to this moment, which is left out; now by default', moment),
      out,
    })
    .run(({ database, by }, { from, to = by.now, out }) =>
      linesTo(out, () => exportActs(database, { from, to, ...by }), 'The acts are'),
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

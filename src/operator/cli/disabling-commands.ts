import type { Answer, Commands, OpenLine } from './command-kit.ts';
import { reason } from './options.ts';

/** Adds `disable` and `enable` of what the argument names. */
export function addDisabling(
  commands: Commands,
  argument: string,
  about: Readonly<Record<'disable' | 'enable', string>>,
  set: (line: OpenLine, name: string, isDisabled: boolean) => Promise<Answer>,
): void {
  for (const verb of ['disable', 'enable'] as const)
    commands
      .add(`${verb} ${argument}`, about[verb], { reason })
      .run((line, _options, name) => set(line, name, verb === 'disable'));
}

import { isGroup, isSetting, type Need, type Read, type Setting, settings } from '../src/main/settings.ts';

interface Row {
  readonly setting: Setting<unknown>;
  /** Of the group that it belongs to. */
  readonly only: Need | null;
}

/** Every setting, in the order of the table. */
export const settingRows: readonly Row[] = rowsOf(settings, null);

function rowsOf(tree: object, only: Need | null): readonly Row[] {
  return Object.values(tree).flatMap((node: object): readonly Row[] => {
    if (isSetting(node)) return [{ setting: node, only }];
    if (!isGroup(node)) return rowsOf(node, only);
    const { only: need, ...nodes } = node;
    return rowsOf(nodes, need);
  });
}

/** Fills the table of docs/guide/configure.md with what the service reads. */
export function fillSettingsTable(page: string): string {
  const table = [
    '| setting | what it may be | default | required | meaning |',
    '|---|---|---|---|---|',
    ...settingRows.map(({ setting, only }) => {
      const { name, kind, meaning, required } = setting;
      const words = required && (required.words || only?.words);
      const need = words?.includes(`\`${name}\``) ? '' : words;
      return `| \`${name}\` | ${kind.words} | ${defaultOf(setting)} | ${need ?? ''} | ${meaning} |`;
    }),
  ].join('\n');
  return page.replace(/(<!-- settings, generated -->\n)[\s\S]*?(<!-- end -->)/, (_, begin, end) =>
    [begin, table, '', end].join('\n'),
  );
}

function defaultOf({ usual, otherwise }: Setting<unknown>): string {
  if (otherwise !== undefined) return otherwise;
  if (typeof usual !== 'function') return usual === null || usual === '' ? '' : `\`${usual}\``;
  const [sandbox, production] = (['sandbox', 'production'] as const).map((mode) => usual({ mode } as Read));
  return `\`${sandbox}\`; in production \`${production}\``;
}

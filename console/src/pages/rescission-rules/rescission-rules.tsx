import { TagsInput } from '@mantine/core';
import type { PreviewedRescission, RescissionPreview } from '../../../../src/operator/wire/tariff.ts';
import { BuiltInButton } from '../../kit/built-in-button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { PreviewButton } from '../../kit/preview-button.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

const path = '/api/rescission-rules';

export function RescissionRules() {
  const words = useWords().tariff.rescission;
  const mayPreview = useMay('support');
  return (
    <LoadedFiles
      path={path}
      words={words}
      actions={
        <>
          <BuiltInButton path={path} label={words.builtIn} filename="rescission-rules.json" />
          {mayPreview && <Preview />}
        </>
      }
      rowActions={mayPreview && (({ version }) => <Preview version={version} />)}
    />
  );
}

/** Says the last day to rescind in every province. */
function Preview({ version }: { readonly version?: string }) {
  const words = useWords().tariff.rescission;
  return (
    <PreviewButton
      path={path}
      words={words}
      {...(version !== undefined && { version })}
      initial={{ boundOn: '', products: [] as string[] }}
      required={['boundOn']}
      result={({ rows }: RescissionPreview) => <LastDays rows={rows} />}
    >
      {({ control }) => (
        <>
          <DateInput {...control('boundOn', words)} />
          <TagsInput maxTags={20} {...control('products', words)} />
        </>
      )}
    </PreviewButton>
  );
}

function LastDays({ rows }: RescissionPreview) {
  const { tariff, onboard, column } = useWords();
  const words = tariff.rescission;
  return (
    <DataTable<PreviewedRescission>
      caption={words.lastDays}
      rows={rows}
      keyOf={({ province }) => province}
      columns={[
        column.name(onboard.sellers.province, ({ province }) => onboard.sellers.provinceNames[province]),
        column.date(words.lastDay, ({ lastDay }) => lastDay),
        column.date(words.lastDayWithoutNotice, ({ lastDayWithoutNotice }) => lastDayWithoutNotice),
      ]}
    />
  );
}

import { Anchor, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { PaymentMethod } from '../../../../src/domain/payment-method.ts';
import type { Province } from '../../../../src/domain/province.ts';
import type { PreviewAnswer, PreviewOrder, PreviewPaper } from '../../../../src/operator/wire/tariff.ts';
import { ActButton, actTexts, smallButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { PickFrom, PickProvince } from '../../kit/inputs.tsx';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { pdfOf } from '../../kit/pdf-of.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

export function DisclosureTexts() {
  const words = useWords().tariff.disclosures;
  const mayPreview = useMay('support');
  return (
    <LoadedFiles
      path="/api/disclosure-texts"
      words={words}
      actions={mayPreview && <PreviewButton label={words.previewFile} />}
      rowActions={mayPreview && (({ version }) => <PreviewButton label={words.preview} version={version} />)}
    />
  );
}

/** Prints what the customer of a sample sale would be given, by a loaded version or by a file. */
function PreviewButton({ label, version }: { readonly label: string; readonly version?: string }) {
  const { tariff, labels, onboard, language } = useWords();
  const words = tariff.disclosures;
  return (
    <ActButton
      {...actTexts(words, 'preview')}
      label={label}
      button={version === undefined ? { variant: 'default' } : { ...smallButton, 'aria-label': `${label}: ${version}` }}
      size="lg"
      reason="none"
      initial={{
        checked: null as CheckedDocument | null,
        province: 'QC' as Province | null,
        paymentMethod: 'PFF' as PaymentMethod,
        language,
        products: [] as string[],
      }}
      required={version === undefined ? ['province', 'checked'] : ['province']}
      send={(_reason, { checked, province, ...sale }) => {
        const source = version === undefined ? { document: checked!.document } : { version };
        const wanted: PreviewOrder = { ...source, ...sale, province: province! };
        return api.post<PreviewAnswer>('/api/disclosure-texts/preview', wanted);
      }}
      result={({ papers }) => <Papers papers={papers} />}
    >
      {({ control }) => (
        <>
          {version === undefined && (
            <DocumentFile label={words.file} path="/api/disclosure-texts" {...control('checked')} />
          )}
          <Group grow align="start">
            <PickProvince {...control('province')} />
            <PickFrom names={onboard.brand.languageNames} {...control('language', words)} />
          </Group>
          <PickFrom label={labels.method} names={onboard.sellers.methodNames} {...control('paymentMethod')} />
          <TagsInput maxTags={20} {...control('products', words)} />
        </>
      )}
    </ActButton>
  );
}

function Papers({ papers }: { readonly papers: readonly PreviewPaper[] }) {
  const { tariff, language } = useWords();
  const words = tariff.disclosures;
  const addresses = useMemo(() => papers.map(({ pdf }) => URL.createObjectURL(pdfOf(pdf))), [papers]);
  useEffect(() => () => addresses.forEach(URL.revokeObjectURL), [addresses]);
  if (papers.length === 0) return <Text>{words.nothingGiven}</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {papers.map(({ kind, title, version, isRequired }, place) => (
        <li key={kind}>
          <Anchor size="sm" href={addresses[place]} target="_blank" underline="always">
            {title[language]}
          </Anchor>
          <Text size="sm" span>
            {` · ${version}${isRequired ? ` · ${words.required}` : ''}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

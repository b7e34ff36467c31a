import { Anchor, Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Province } from '../../../../src/domain/address/province.ts';
import { type PaymentMethod, paymentMethods } from '../../../../src/domain/payment-method.ts';
import type { PreviewAnswer, PreviewOrder, PreviewPaper } from '../../../../src/operator/wire/tariff.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { PickProvince } from '../../kit/pick-province.tsx';
import { useWords } from '../../words/words.tsx';

interface Sample {
  readonly checked: CheckedDocument | null;
  readonly province: Province | null;
  readonly paymentMethod: PaymentMethod;
  readonly language: 'en' | 'fr';
  readonly products: string[];
}

/** Prints what the customer of a sample sale would be given, by a loaded version or by a file. */
export function PreviewButton({ label, version }: { readonly label: string; readonly version?: string }) {
  const { tariff, labels, onboard, language } = useWords();
  const words = tariff.disclosures;
  const initial: Sample = { checked: null, province: 'QC', paymentMethod: 'PFF', language, products: [] };
  return (
    <ActButton<Sample, PreviewAnswer>
      label={label}
      button={
        version === undefined
          ? { variant: 'default' }
          : { variant: 'light', size: 'compact-sm', fz: 13, 'aria-label': `${label}: ${version}` }
      }
      size="lg"
      title={words.previewTitle}
      lead={words.previewLead}
      confirm={words.preview}
      reason="none"
      initial={initial}
      mayConfirm={({ checked, province }) => province !== null && (version !== undefined || checked !== null)}
      done={words.previewed}
      send={(_reason, { checked, province, ...sale }) => {
        const source = version === undefined ? { document: checked!.document } : { version };
        const wanted: PreviewOrder = { ...source, ...sale, province: province! };
        return api.post('/api/disclosure-texts/preview', wanted);
      }}
      result={({ papers }) => <Papers papers={papers} />}
    >
      {({ values, set, control }) => (
        <>
          {version === undefined && (
            <DocumentFile
              label={words.file}
              checkPath="/api/disclosure-texts/check"
              onChecked={(checked) => set({ checked })}
            />
          )}
          <Group grow align="start">
            <PickProvince {...control('province')} />
            <Select
              label={labels.method}
              allowDeselect={false}
              data={paymentMethods.map((value) => ({ value, label: onboard.sellers.methodNames[value] }))}
              value={values.paymentMethod}
              onChange={(method) => set({ paymentMethod: method as PaymentMethod })}
            />
            <Select
              label={words.language}
              allowDeselect={false}
              data={[
                { value: 'en', label: 'English' },
                { value: 'fr', label: 'Français' },
              ]}
              value={values.language}
              onChange={(chosen) => set({ language: chosen as 'en' | 'fr' })}
            />
          </Group>
          <TagsInput label={words.products} description={words.productsHint} maxTags={20} {...control('products')} />
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
          <Anchor href={addresses[place]} target="_blank">
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

function pdfOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'application/pdf' });
}

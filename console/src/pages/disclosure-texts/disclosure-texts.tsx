import { Anchor, Group, Stack, TagsInput, Text } from '@mantine/core';
import type { PaymentMethod } from '../../../../src/domain/payment-method.ts';
import type { Province } from '../../../../src/domain/province.ts';
import type { PreviewAnswer, PreviewPaper } from '../../../../src/operator/wire/tariff.ts';
import { PickFrom, PickProvince } from '../../kit/inputs.tsx';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { PreviewButton, usePdfAddresses } from '../../kit/preview-button.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

const path = '/api/disclosure-texts';

export function DisclosureTexts() {
  const words = useWords().tariff.disclosures;
  const mayPreview = useMay('support');
  return (
    <LoadedFiles
      path={path}
      words={words}
      actions={mayPreview && <Preview />}
      rowActions={mayPreview && (({ version }) => <Preview version={version} />)}
    />
  );
}

/** Prints what the customer of a sample sale would be given. */
function Preview({ version }: { readonly version?: string }) {
  const { tariff, labels, onboard, language } = useWords();
  const words = tariff.disclosures;
  return (
    <PreviewButton
      path={path}
      words={words}
      {...(version !== undefined && { version })}
      initial={{
        province: 'QC' as Province | null,
        paymentMethod: 'PFF' as PaymentMethod,
        language,
        products: [] as string[],
      }}
      required={['province']}
      result={({ papers }: PreviewAnswer) => <Papers papers={papers} />}
    >
      {({ control }) => (
        <>
          <Group grow align="start">
            <PickProvince {...control('province')} />
            <PickFrom names={onboard.brand.languageNames} {...control('language', words)} />
          </Group>
          <PickFrom label={labels.method} names={onboard.sellers.methodWords} {...control('paymentMethod')} />
          <TagsInput maxTags={20} {...control('products', words)} />
        </>
      )}
    </PreviewButton>
  );
}

function Papers({ papers }: { readonly papers: readonly PreviewPaper[] }) {
  const { tariff, language } = useWords();
  const words = tariff.disclosures;
  const addresses = usePdfAddresses(papers);
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

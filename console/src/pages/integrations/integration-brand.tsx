import { Button, Checkbox, Group, Image, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Logo, OwnBrand } from '../../../../src/domain/brand/brand.ts';
import type { BrandAnswer, WireBrandChanges } from '../../../../src/operator/wire/brand.ts';
import { ActButton, actTexts, Dialog } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { Faults } from '../../kit/faults.tsx';
import { base64Of, CheckMany, PickColour, PickFile, PickFrom } from '../../kit/inputs.tsx';
import { Load } from '../../kit/loaded.tsx';
import { MailView } from '../../kit/mail-view.tsx';
import { Panel } from '../../kit/page.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** What customers of the integration see: its own brand, and the operator's where it has none. */
export function IntegrationBrand({ integrationId }: { readonly integrationId: string }) {
  const words = useWords().onboard.brand;
  const mayChange = useMay('admin');
  const path = `/api/integrations/${integrationId}/brand`;
  return (
    <Load<BrandAnswer> path={path}>
      {({ brand, usual }) => (
        <Panel
          title={words.title}
          aside={
            <Group gap={8}>
              <PreviewBrand path={path} />
              {mayChange && <ChangeBrand path={path} brand={brand ?? {}} />}
            </Group>
          }
        >
          <BrandFacts brand={brand ?? {}} usual={usual} />
        </Panel>
      )}
    </Load>
  );
}

function BrandFacts({ brand, usual }: { readonly brand: OwnBrand; readonly usual: BrandAnswer['usual'] }) {
  const words = useWords().onboard.brand;
  const shown = <Part extends keyof OwnBrand>(part: Part, write: (value: NonNullable<OwnBrand[Part]>) => string) => {
    const own = brand[part];
    if (own != null) return write(own as NonNullable<OwnBrand[Part]>);
    const isBesideName = part === 'website' && brand.name !== undefined;
    const other = isBesideName ? null : usual[part];
    return other == null ? words.none : words.usual(write(other as NonNullable<OwnBrand[Part]>));
  };
  const asIs = (text: string): string => text;
  const logo = brand.logo ?? (brand.name === undefined ? usual.logo : null);
  return (
    <Facts
      facts={{
        [words.logo]: logo === null ? words.none : <Image src={sourceOf(logo)} alt={words.logo} h={40} w="auto" />,
        [words.name]: shown('name', asIs),
        [words.addressLines]: shown('addressLines', (lines) => lines.join(', ')),
        [words.phoneNumber]: shown('phoneNumber', asIs),
        [words.emailAddress]: shown('emailAddress', asIs),
        [words.website]: shown('website', asIs),
        [words.colours]: shown('colours', ({ main, accent }) => `${main}, ${accent}`),
        [words.languages]: shown('languages', (languages) =>
          languages.map((one) => words.languageNames[one]).join(', '),
        ),
        [words.closing]: shown('closing', ({ en, fr }) => `${en} / ${fr}`),
      }}
    />
  );
}

function sourceOf({ type, base64 }: Logo): string {
  return `data:${type};base64,${base64}`;
}

const plainParts = ['name', 'phoneNumber', 'emailAddress', 'website'] as const;

function termsOf({ closing, colours, ...brand }: OwnBrand) {
  const plain = plainParts.map((part) => [part, brand[part] ?? '']);
  return {
    ...(Object.fromEntries(plain) as Readonly<Record<(typeof plainParts)[number], string>>),
    addressLines: brand.addressLines?.join('\n') ?? '',
    main: colours?.main ?? '',
    accent: colours?.accent ?? '',
    languages: brand.languages ?? [],
    en: closing?.en ?? '',
    fr: closing?.fr ?? '',
    logo: null as File | null,
    isWithoutLogo: false,
  };
}

/** What is left empty is the operator's. A logo stays unless another is chosen or it is removed. */
async function changesOf(terms: ReturnType<typeof termsOf>): Promise<WireBrandChanges> {
  const { addressLines, main, accent, languages, en, fr, logo, isWithoutLogo } = terms;
  return {
    ...Object.fromEntries(plainParts.map((part) => [part, terms[part] || null])),
    addressLines: addressLines === '' ? null : addressLines.split(/\s*\n\s*/),
    colours: main === '' && accent === '' ? null : { main, accent },
    languages: languages.length === 0 ? null : [...languages],
    closing: en === '' && fr === '' ? null : { en, fr },
    ...(logo !== null ? { logo: await base64Of(logo) } : isWithoutLogo && { logo: null }),
  };
}

function ChangeBrand({ path, brand }: { readonly path: string; readonly brand: OwnBrand }) {
  const { onboard, kit } = useWords();
  const words = onboard.brand;
  return (
    <ActButton
      {...actTexts(words, 'change')}
      label={kit.edit}
      look="panel"
      button={{ 'aria-label': words.change }}
      size="lg"
      reason="optional"
      initial={termsOf(brand)}
      send={async (reason, terms) => api.patch<BrandAnswer>(path, { ...(await changesOf(terms)), reason })}
    >
      {({ text, control, toggle }) => (
        <>
          <TextInput maxLength={120} data-autofocus {...text('name', words)} />
          <Textarea autosize minRows={2} maxRows={4} {...text('addressLines', words)} />
          <Group grow align="start">
            <TextInput maxLength={120} {...text('phoneNumber', words)} />
            <TextInput maxLength={254} {...text('emailAddress', words)} />
          </Group>
          <TextInput maxLength={120} {...text('website', words)} />
          <PickFile
            accept="image/png,image/svg+xml"
            clearable
            clearButtonProps={{ 'aria-label': kit.clear }}
            {...control('logo', words)}
          />
          {brand.logo && <Checkbox label={words.isWithoutLogo} {...toggle('isWithoutLogo')} />}
          <Group grow align="start">
            <PickColour usual="#12344d" {...control('main', words)} />
            <PickColour usual="#1c7c8c" {...control('accent', words)} />
          </Group>
          <CheckMany names={words.languageNames} isRow {...control('languages', words)} />
          <TextInput maxLength={600} {...text('en', words)} />
          <TextInput maxLength={600} {...text('fr', words)} />
        </>
      )}
    </ActButton>
  );
}

/** Names the mail for each word in the address of a preview. */
const previews = {
  policy: 'policy',
  receipt: 'receipt',
  amendment: 'amendment',
  cancellation: 'cancellation',
  refusal: 'refusal',
  'payment-link': 'payment link',
  lapse: 'lapse',
} as const;

function PreviewBrand({ path }: { readonly path: string }) {
  const { onboard, sale, language: own } = useWords();
  const words = onboard.brand;
  const [isOpen, opening] = useDisclosure(false);
  const kinds = Object.fromEntries(Object.entries(previews).map(([part, topic]) => [part, sale.mailKinds[topic]]));
  const [kind, setKind] = useState('policy');
  const [language, setLanguage] = useState(own);
  const address = (part: string): string => withQuery(`${path}/preview`, { part, kind, language });
  const save = useMutation({ mutationFn: () => saveFile(address('declaration'), `sample-${language}.pdf`) });
  return (
    <>
      <Button variant="default" size="xs" onClick={opening.open} aria-label={words.previewTitle}>
        {words.preview}
      </Button>
      <Dialog opened={isOpen} onClose={opening.close} title={words.previewTitle} size="xl" closeOnClickOutside>
        <Stack gap="md">
          <Text size="sm">{words.previewLead}</Text>
          <Group grow align="start">
            <PickFrom label={words.mail} names={kinds} value={kind} onChange={setKind} />
            <PickFrom label={words.language} names={words.languageNames} value={language} onChange={setLanguage} />
          </Group>
          <MailView title={words.previewTitle} path={address} />
          <Faults error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
              {words.declaration}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

import {
  Button,
  Checkbox,
  FileInput,
  Group,
  Image,
  Modal,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Logo, OwnBrand } from '../../../../src/domain/brand/brand.ts';
import type { BrandAnswer, WireBrandChanges } from '../../../../src/operator/wire/brand.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { Faults } from '../../kit/faults.tsx';
import { UploadIcon } from '../../kit/icons.tsx';
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
        [words.address]: shown('addressLines', (lines) => lines.join(', ')),
        [words.phone]: shown('phoneNumber', asIs),
        [words.email]: shown('emailAddress', asIs),
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

interface Terms {
  readonly name: string;
  readonly addressLines: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly website: string;
  readonly main: string;
  readonly accent: string;
  readonly languages: readonly string[];
  readonly en: string;
  readonly fr: string;
  readonly logo: File | null;
  readonly isWithoutLogo: boolean;
}

function termsOf({ closing, colours, ...brand }: OwnBrand): Terms {
  return {
    name: brand.name ?? '',
    addressLines: brand.addressLines?.join('\n') ?? '',
    phoneNumber: brand.phoneNumber ?? '',
    emailAddress: brand.emailAddress ?? '',
    website: brand.website ?? '',
    main: colours?.main ?? '',
    accent: colours?.accent ?? '',
    languages: brand.languages ?? [],
    en: closing?.en ?? '',
    fr: closing?.fr ?? '',
    logo: null,
    isWithoutLogo: false,
  };
}

/** What is left empty is the operator's. A logo stays unless another is chosen or it is removed. */
async function changesOf(terms: Terms): Promise<WireBrandChanges> {
  const set = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const { main, accent, en, fr, logo, isWithoutLogo } = terms;
  return {
    name: set(terms.name),
    addressLines: set(terms.addressLines) === null ? null : terms.addressLines.trim().split(/\s*\n\s*/),
    phoneNumber: set(terms.phoneNumber),
    emailAddress: set(terms.emailAddress),
    website: set(terms.website),
    colours: main.trim() === '' && accent.trim() === '' ? null : { main, accent },
    languages: terms.languages.length === 0 ? null : (terms.languages as ('en' | 'fr')[]),
    closing: en.trim() === '' && fr.trim() === '' ? null : { en, fr },
    ...(logo !== null ? { logo: await base64Of(logo) } : isWithoutLogo && { logo: null }),
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function ChangeBrand({ path, brand }: { readonly path: string; readonly brand: OwnBrand }) {
  const { onboard, kit } = useWords();
  const words = onboard.brand;
  return (
    <ActButton<Terms, BrandAnswer>
      label={kit.edit}
      button={{ variant: 'light', size: 'xs', 'aria-label': words.change }}
      size="lg"
      title={words.change}
      lead={words.changeLead}
      confirm={words.save}
      reason="optional"
      initial={termsOf(brand)}
      done={words.changed}
      send={async (reason, terms) => api.patch<BrandAnswer>(path, { ...(await changesOf(terms)), reason })}
    >
      {(form) => (
        <>
          <TextInput label={words.name} maxLength={120} data-autofocus {...form.text('name')} />
          <Textarea
            label={words.address}
            description={words.addressHint}
            autosize
            minRows={2}
            maxRows={4}
            value={form.values.addressLines}
            onChange={(event) => form.set({ addressLines: event.currentTarget.value })}
            error={form.control('addressLines').error}
          />
          <Group grow align="start">
            <TextInput label={words.phone} maxLength={120} {...form.text('phoneNumber')} />
            <TextInput label={words.email} maxLength={254} {...form.text('emailAddress')} />
          </Group>
          <TextInput label={words.website} maxLength={120} {...form.text('website')} />
          <FileInput
            label={words.logo}
            description={words.logoHint}
            placeholder={words.pickLogo}
            leftSection={<UploadIcon size={16} />}
            accept="image/png,image/svg+xml"
            clearable
            clearButtonProps={{ 'aria-label': kit.clear }}
            value={form.values.logo}
            onChange={(logo) => form.set({ logo })}
            error={form.control('logo').error}
          />
          {brand.logo && (
            <Checkbox
              label={words.removeLogo}
              checked={form.values.isWithoutLogo}
              onChange={(event) => form.set({ isWithoutLogo: event.currentTarget.checked })}
            />
          )}
          <Group grow align="start">
            <TextInput label={words.mainColour} placeholder="#12344d" maxLength={7} {...form.text('main')} />
            <TextInput label={words.accentColour} placeholder="#1c7c8c" maxLength={7} {...form.text('accent')} />
          </Group>
          <Checkbox.Group
            label={words.languages}
            description={words.languagesHint}
            value={[...form.values.languages]}
            onChange={(languages) => form.set({ languages })}
          >
            <Group mt={6}>
              <Checkbox value="en" label={words.languageNames.en} />
              <Checkbox value="fr" label={words.languageNames.fr} />
            </Group>
          </Checkbox.Group>
          <TextInput label={words.closingEn} maxLength={600} {...form.text('en')} />
          <TextInput label={words.closingFr} maxLength={600} {...form.text('fr')} />
        </>
      )}
    </ActButton>
  );
}

const mailKinds = ['policy', 'receipt', 'amendment', 'cancellation', 'refusal', 'payment-link', 'lapse'] as const;

/** A sample mail and a sample declaration, as customers would get them. */
function PreviewBrand({ path }: { readonly path: string }) {
  const { onboard, sale, kit, language: own } = useWords();
  const words = onboard.brand;
  const [isOpen, opening] = useDisclosure(false);
  const [kind, setKind] = useState<string>('policy');
  const [language, setLanguage] = useState<string>(own);
  const address = (part: string): string => withQuery(`${path}/preview`, { part, kind, language });
  const save = useMutation({ mutationFn: () => saveFile(address('declaration'), `sample-${language}.pdf`) });
  return (
    <>
      <Button variant="default" size="xs" onClick={opening.open} aria-label={words.previewTitle}>
        {words.preview}
      </Button>
      <Modal
        opened={isOpen}
        onClose={opening.close}
        title={words.previewTitle}
        size="xl"
        closeButtonProps={{ 'aria-label': kit.close }}
      >
        <Stack gap="md">
          <Text size="sm">{words.previewLead}</Text>
          <Group grow align="start">
            <Select
              label={words.mail}
              allowDeselect={false}
              data={mailKinds.map((value) => ({
                value,
                label: sale.mailKinds[value.replace('-', ' ')] ?? value,
              }))}
              value={kind}
              onChange={(next) => setKind(next ?? 'policy')}
            />
            <Select
              label={words.language}
              allowDeselect={false}
              data={Object.entries(words.languageNames).map(([value, label]) => ({ value, label }))}
              value={language}
              onChange={(next) => setLanguage(next ?? own)}
            />
          </Group>
          <MailView title={words.previewTitle} path={address} />
          <Faults error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
              {words.declaration}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

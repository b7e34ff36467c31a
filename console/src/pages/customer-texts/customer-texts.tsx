import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TextsPreview, TextsPreviewOrder } from '../../../../src/operator/wire/tariff.ts';
import { ActButton, actTexts, smallButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { PickFrom } from '../../kit/inputs.tsx';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { pdfOf } from '../../kit/pdf-of.ts';
import { saveFile } from '../../kit/save-file.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

export function CustomerTexts() {
  const words = useWords().tariff.texts;
  const mayPreview = useMay('support');
  return (
    <LoadedFiles
      path="/api/customer-texts"
      words={words}
      actions={
        <>
          <BuiltInButton />
          {mayPreview && <PreviewButton label={words.previewFile} />}
        </>
      }
      rowActions={mayPreview && (({ version }) => <PreviewButton label={words.preview} version={version} />)}
    />
  );
}

/** Saves all texts in their built-in words: what is changed of it is the operator's own file. */
function BuiltInButton() {
  const { builtIn } = useWords().tariff.texts;
  const save = useMutation({
    mutationFn: () => saveFile('/api/customer-texts/built-in', 'customer-texts.json'),
  });
  return (
    <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
      {builtIn}
    </Button>
  );
}

/** Shows what the customer of a sample sale would read, by a loaded version or by a file. */
function PreviewButton({ label, version }: { readonly label: string; readonly version?: string }) {
  const { tariff, onboard, language } = useWords();
  const words = tariff.texts;
  return (
    <ActButton
      {...actTexts(words, 'preview')}
      label={label}
      button={version === undefined ? { variant: 'default' } : { ...smallButton, 'aria-label': `${label}: ${version}` }}
      size="lg"
      reason="none"
      initial={{ checked: null as CheckedDocument | null, language }}
      required={version === undefined ? ['checked'] : []}
      send={(_reason, { checked, language: asked }) => {
        const source = version === undefined ? { document: checked!.document } : { version };
        const wanted: TextsPreviewOrder = { ...source, language: asked };
        return api.post<TextsPreview>('/api/customer-texts/preview', wanted);
      }}
      result={(preview) => <Preview {...preview} />}
    >
      {({ control }) => (
        <>
          {version === undefined && (
            <DocumentFile label={words.file} path="/api/customer-texts" {...control('checked')} />
          )}
          <PickFrom names={onboard.brand.languageNames} {...control('language', words)} />
        </>
      )}
    </ActButton>
  );
}

function Preview({ papers, messages }: TextsPreview) {
  const { tariff, sales } = useWords();
  const words = tariff.texts;
  const addresses = useMemo(() => papers.map(({ pdf }) => URL.createObjectURL(pdfOf(pdf))), [papers]);
  useEffect(() => () => addresses.forEach(URL.revokeObjectURL), [addresses]);
  return (
    <Stack gap="lg">
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">
          {words.papers}
        </Title>
        {papers.map(({ kind }, place) => (
          <Anchor key={kind} size="sm" href={addresses[place]} target="_blank" underline="always">
            {sales.documentKinds[kind]}
          </Anchor>
        ))}
      </Stack>
      <Messages title={words.mails} messages={messages.filter((one) => one.of === 'mail')} />
      <Messages title={words.pages} messages={messages.filter((one) => one.of === 'page')} />
    </Stack>
  );
}

function Messages({ title, messages }: { readonly title: string; readonly messages: TextsPreview['messages'] }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {title}
      </Title>
      {messages.map((one) => (
        <details key={one.title + one.text}>
          <summary>{one.title}</summary>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {one.text}
          </Text>
        </details>
      ))}
    </Stack>
  );
}

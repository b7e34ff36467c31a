import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { TextsPreview } from '../../../../src/operator/wire/tariff.ts';
import { BuiltInButton } from '../../kit/built-in-button.tsx';
import { PickFrom } from '../../kit/inputs.tsx';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { PreviewButton, usePdfAddresses } from '../../kit/preview-button.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

const path = '/api/customer-texts';

export function CustomerTexts() {
  const words = useWords().tariff.texts;
  const mayPreview = useMay('support');
  return (
    <LoadedFiles
      path={path}
      words={words}
      actions={
        <>
          <BuiltInButton path={path} label={words.builtIn} filename="customer-texts.json" />
          {mayPreview && <Preview />}
        </>
      }
      rowActions={mayPreview && (({ version }) => <Preview version={version} />)}
    />
  );
}

/** Shows what the customer of a sample sale would read. */
function Preview({ version }: { readonly version?: string }) {
  const { tariff, onboard, language } = useWords();
  const words = tariff.texts;
  return (
    <PreviewButton
      path={path}
      words={words}
      {...(version !== undefined && { version })}
      initial={{ language }}
      result={(preview: TextsPreview) => <PapersAndMessages {...preview} />}
    >
      {({ control }) => <PickFrom names={onboard.brand.languageNames} {...control('language', words)} />}
    </PreviewButton>
  );
}

function PapersAndMessages({ papers, messages }: TextsPreview) {
  const { tariff, sales } = useWords();
  const words = tariff.texts;
  const addresses = usePdfAddresses(papers);
  return (
    <Stack gap="lg">
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">
          {words.papers}
        </Title>
        {papers.map(({ kind, isRescission }, place) => (
          <Anchor key={addresses[place]} size="sm" href={addresses[place]} target="_blank" underline="always">
            {isRescission ? sales.rescissionNotice : sales.documentKinds[kind]}
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

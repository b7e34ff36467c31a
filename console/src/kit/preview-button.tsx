import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, actTexts, smallButton } from './act-modal.tsx';
import { api } from './api.ts';
import { type CheckedDocument, DocumentFile } from './document-file.tsx';
import type { Form } from './form.ts';
import { pdfOf } from './pdf-of.ts';

type Previewed = { readonly checked: CheckedDocument | null };

interface PreviewButtonProps<V extends object, T> {
  /** The route of the list: a preview is asked for under `/preview`. */
  readonly path: string;
  readonly words: Pick<
    Words['tariff']['disclosures'],
    'preview' | 'previewFile' | 'previewTitle' | 'previewLead' | 'previewDone' | 'file'
  >;
  /** A loaded version; without one a file is asked for. */
  readonly version?: string;
  readonly initial: V;
  readonly required?: readonly (keyof V)[];
  readonly result: (answer: T) => ReactNode;
  readonly children: (form: Form<V & Previewed>) => ReactNode;
}

/** Shows what a loaded version or a file would come to. Nothing is stored. */
export function PreviewButton<V extends object, T>(props: PreviewButtonProps<V, T>) {
  const { path, words, version, initial, required = [], result, children } = props;
  const { close } = useWords().kit;
  const isOfFile = version === undefined;
  const label = isOfFile ? words.previewFile : words.preview;
  return (
    <ActButton<V & Previewed, T>
      {...actTexts(words, 'preview')}
      label={label}
      button={isOfFile ? { variant: 'default' } : { ...smallButton, 'aria-label': `${label}: ${version}` }}
      size="lg"
      reason="none"
      initial={{ ...initial, checked: null }}
      required={isOfFile ? ['checked', ...required] : required}
      send={(_reason, { checked, ...asked }) =>
        api.post<T>(`${path}/preview`, { ...(isOfFile ? { document: checked!.document } : { version }), ...asked })
      }
      result={(answer, onClose) => (
        <Stack>
          {result(answer)}
          <Group justify="flex-end">
            <Button onClick={onClose}>{close}</Button>
          </Group>
        </Stack>
      )}
    >
      {(form) => (
        <>
          {isOfFile && (
            <DocumentFile
              label={words.file}
              path={path}
              onChange={(checked) => form.set({ checked } as Partial<V & Previewed>)}
            />
          )}
          {children(form)}
        </>
      )}
    </ActButton>
  );
}

/** Addresses of PDFs that came in an answer, to be opened in a window of their own. */
export function usePdfAddresses(papers: readonly { readonly pdf: string }[]): readonly string[] {
  const addresses = useMemo(() => papers.map(({ pdf }) => URL.createObjectURL(pdfOf(pdf))), [papers]);
  useEffect(() => () => addresses.forEach(URL.revokeObjectURL), [addresses]);
  return addresses;
}

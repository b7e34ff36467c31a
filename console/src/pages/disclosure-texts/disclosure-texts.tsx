import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { PreviewButton } from './preview-button.tsx';

/** What customers are given before they agree. */
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

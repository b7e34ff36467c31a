import { useWords } from '../words/words.tsx';
import { home } from './api.ts';

interface DocumentLinkProps {
  readonly id: string;
  readonly title: string;
  /** What the link says. */
  readonly action: string;
  readonly isDownload?: boolean;
}

/** Opens a document of the sale in a window of its own, or saves it. */
export function DocumentLink({ id, title, action, isDownload = false }: DocumentLinkProps) {
  const { words } = useWords();
  const how = isDownload ? { download: true } : { target: '_blank', rel: 'noreferrer' };
  return (
    <a
      href={`${home}/documents/${id}${isDownload ? '?download' : ''}`}
      {...how}
      aria-label={`${action}${words.colon} ${title}`}
    >
      {action}
    </a>
  );
}

import { useWords } from '../words/words.tsx';
import { ActButton, actTexts } from './act-modal.tsx';
import { api } from './api.ts';

interface Switched {
  readonly path: string;
  readonly item: { readonly name: string; readonly isDisabled: boolean };
  readonly words: { readonly disableLead: string; readonly disableDone: string; readonly enableDone: string };
}

export function DisableButton(switched: Switched) {
  return <ActButton look="page" {...useDisabling(switched)} />;
}

export function useDisabling({ path, item: { name, isDisabled }, words }: Switched) {
  const { kit } = useWords();
  return {
    ...actTexts({ ...kit, ...words }, isDisabled ? 'enable' : 'disable', name),
    isDanger: !isDisabled,
    send: (reason: string) => api.patch(path, { isDisabled: !isDisabled, reason }),
  };
}

import { useWords } from '../words/words.tsx';
import { api } from './api.ts';

interface DisableWords {
  readonly disableLead: string;
  readonly wasDisabled: string;
  readonly wasEnabled: string;
}

interface Switched {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** The action that disables or enables an integration, a seller or an account. */
export function useDisabling(list: string, { id, name, isDisabled }: Switched, words: DisableWords) {
  const { kit } = useWords();
  return {
    title: isDisabled ? kit.enableTitle(name) : kit.disableTitle(name),
    lead: isDisabled ? undefined : words.disableLead,
    confirm: isDisabled ? kit.enable : kit.disable,
    isDanger: !isDisabled,
    done: isDisabled ? words.wasEnabled : words.wasDisabled,
    send: (reason: string) => api.patch(`${list}/${id}`, { isDisabled: !isDisabled, reason }),
  };
}

import { useWords } from '../words/words.tsx';
import { ActButton } from './act-modal.tsx';
import { api } from './api.ts';

interface Switched {
  /** Of what is disabled or enabled. */
  readonly path: string;
  readonly item: { readonly name: string; readonly isDisabled: boolean };
  readonly words: { readonly disableLead: string; readonly wasDisabled: string; readonly wasEnabled: string };
}

/** Disables or enables an integration, a seller, a client or an endpoint. */
export function DisableButton(switched: Switched) {
  const act = useDisabling(switched);
  return <ActButton label={act.confirm} look="page" {...act} />;
}

export function useDisabling({ path, item: { name, isDisabled }, words }: Switched) {
  const { kit } = useWords();
  return {
    title: isDisabled ? kit.enableTitle(name) : kit.disableTitle(name),
    lead: isDisabled ? undefined : words.disableLead,
    confirm: isDisabled ? kit.enable : kit.disable,
    isDanger: !isDisabled,
    done: isDisabled ? words.wasEnabled : words.wasDisabled,
    send: (reason: string) => api.patch(path, { isDisabled: !isDisabled, reason }),
  };
}

import { notifications } from '@mantine/notifications';
import { useWords } from '../words/words.tsx';

/** Tells that something is done, in a corner and to a screen reader. */
export function useTellDone(): (message: string) => void {
  const { kit } = useWords();
  return (message) => {
    notifications.show({
      message,
      color: 'teal',
      withBorder: true,
      closeButtonProps: { 'aria-label': kit.close },
    });
  };
}

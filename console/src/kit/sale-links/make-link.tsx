import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { SaleLinkMethod } from '../../../../src/domain/sale-link/sale-link.ts';
import type { CreatedSaleLink, NewSaleLink } from '../../../../src/operator/wire/sale-links.ts';
import { useWords } from '../../words/words.tsx';
import { ActButton, actTexts } from '../act-modal.tsx';
import { api } from '../api.ts';
import { CheckMany, DateInput, PickFrom } from '../inputs.tsx';
import { QrPicture } from '../qr-picture.tsx';
import { CopyField } from '../shown-once.tsx';
import classes from './make-link.module.css';

interface MakeLinkProps {
  readonly path: string;
  readonly methods: readonly SaleLinkMethod[];
  readonly asksReason: boolean;
}

/** Makes a link: everything may be left empty. Its address is mailed, and shown this once with its QR code. */
export function MakeLink({ path, methods, asksReason }: MakeLinkProps) {
  const { links: words, onboard } = useWords();
  return (
    <ActButton<MakeLinkForm, CreatedSaleLink>
      {...actTexts(words, 'make')}
      look="panel"
      size="lg"
      reason={asksReason ? 'optional' : 'none'}
      initial={{ ...empty, paymentMethods: methods }}
      required={['paymentMethods']}
      send={(reason, values) => api.post(path, orderOf(reason, values))}
      result={(made, close) => <Made made={made} close={close} />}
    >
      {({ values, text, control, toggle }) => (
        <>
          <div className={classes.fields}>
            <TextInput data-autofocus maxLength={100} {...text('firstOrCompanyName', words)} />
            <TextInput maxLength={100} {...text('lastName', words)} />
            <TextInput type="email" maxLength={254} {...text('emailAddress', words)} />
            <TextInput type="tel" maxLength={40} {...text('phoneNumber', words)} />
            <TextInput maxLength={17} {...text('vin', words)} />
            <TextInput maxLength={64} {...text('partnerReference', words)} />
            <PickFrom names={words.languages} {...control('language', words)} />
            <DateInput {...control('validUntil', words)} />
          </div>
          {methods.length > 1 && (
            <CheckMany
              names={pick(onboard.sellers.methodWords, methods)}
              isRow
              withAsterisk
              {...control('paymentMethods', words)}
            />
          )}
          {takesLoan(values) && <TextInput inputMode="decimal" maxLength={12} {...text('downPayment', words)} />}
          <Switch label={words.isMailed} description={words.isMailedHint} {...toggle('isMailed')} />
        </>
      )}
    </ActButton>
  );
}

interface MakeLinkForm {
  readonly firstOrCompanyName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly vin: string;
  readonly partnerReference: string;
  readonly language: 'any' | 'en' | 'fr';
  readonly validUntil: string;
  readonly paymentMethods: readonly SaleLinkMethod[];
  readonly downPayment: string;
  readonly isMailed: boolean;
}

const empty = {
  firstOrCompanyName: '',
  lastName: '',
  emailAddress: '',
  phoneNumber: '',
  vin: '',
  partnerReference: '',
  language: 'any',
  validUntil: '',
  downPayment: '',
  isMailed: true,
} as const;

/** What is empty is left out. Without an address nothing is mailed: the code is shown instead. */
function orderOf(reason: string, { language, isMailed, ...texts }: MakeLinkForm): NewSaleLink {
  const shown = { ...texts, downPayment: takesLoan(texts) ? texts.downPayment : '' };
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ''));
  return {
    ...given,
    ...(language !== 'any' && { language }),
    isMailed: isMailed && texts.emailAddress !== '',
    ...(reason !== '' && { reason }),
  };
}

/** Only who pays monthly can owe the seller a down payment. */
const takesLoan = ({ paymentMethods }: Pick<MakeLinkForm, 'paymentMethods'>): boolean => paymentMethods.includes('PFF');

function pick<Name extends string, Value>(of: Readonly<Record<Name, Value>>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Readonly<Record<Name, Value>>;
}

function Made({ made, close }: { readonly made: CreatedSaleLink; readonly close: () => void }) {
  const { links: words, kit } = useWords();
  return (
    <Stack gap="md" align="center">
      {made.mailedTo !== null && (
        <Text size="sm" role="status">
          {words.mailedTo(made.mailedTo)}
        </Text>
      )}
      <Text size="sm">{words.shownOnce}</Text>
      <QrPicture text={made.url} label={words.qr} />
      <CopyField label={words.address} value={made.url} />
      <Group justify="flex-end" w="100%">
        <Button onClick={close}>{kit.wasCopied}</Button>
      </Group>
    </Stack>
  );
}

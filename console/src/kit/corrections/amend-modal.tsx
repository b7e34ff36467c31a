import { TextInput } from '@mantine/core';
import type { AmendmentMade, AmendmentOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { Pick } from '../pick.tsx';
import classes from './amend-modal.module.css';
import type { Amending, CorrectionModalProps } from './correction.ts';

/** Corrects what does not change the price. Only what the operator has changed is sent. */
export function AmendModal({ correction, ...state }: CorrectionModalProps<Amending>) {
  const { correct, labels } = useWords();
  const words = correct.amend;
  const { policyNumber, inputs } = correction;
  const before = valuesOf(correction);
  const isCompany = inputs.applicant.isCompany;
  return (
    <ActModal
      {...state}
      size="xl"
      title={words.title(policyNumber)}
      lead={words.lead}
      confirm={words.act}
      initial={before}
      mayConfirm={(values) => Object.keys(changesOf(before, values)).length > 0}
      done={words.done}
      send={(reason, values) => {
        const order: AmendmentOrder = { reason, changes: changesOf(before, values) };
        return api.post<AmendmentMade>(`/api/policies/${policyNumber}/amendment`, order);
      }}
      result={({ number, documentId }, close) => (
        <ActResult
          title={words.done}
          text={words.doneText(number)}
          made={{ label: words.declaration, documentId, policyNumber }}
          onClose={close}
        />
      )}
    >
      {({ text, control }) => (
        <div className={classes.fields}>
          <TextInput
            label={isCompany ? words.companyName : words.firstName}
            maxLength={200}
            {...text('firstOrCompanyName')}
          />
          {!isCompany && <TextInput label={words.lastName} maxLength={200} {...text('lastName')} />}
          <TextInput label={words.addressLine1} maxLength={200} {...text('addressLine1')} />
          <TextInput label={words.addressLine2} maxLength={200} {...text('addressLine2')} />
          <TextInput label={words.city} maxLength={200} {...text('city')} />
          <TextInput label={words.postalCode} maxLength={20} {...text('postalCode')} />
          <TextInput label={labels.phone} maxLength={40} {...text('phoneNumber')} />
          <TextInput label={labels.businessPhone} maxLength={40} {...text('businessPhone')} />
          <TextInput label={labels.email} type="email" maxLength={254} {...text('emailAddress')} />
          {inputs.lienHolder !== null && (
            <Pick path="/api/lien-holders" label={labels.lienHolder} {...control('lienHolderId')} />
          )}
          <TextInput label={labels.vin} description={words.samePrice} maxLength={17} {...text('vin')} />
          <TextInput
            label={labels.odometer}
            description={words.samePrice}
            inputMode="numeric"
            maxLength={9}
            {...text('odometer')}
          />
        </div>
      )}
    </ActModal>
  );
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf({ inputs, emailAddress }: Amending) {
  const { applicant, lienHolder, vehicle, odometer } = inputs;
  return {
    firstOrCompanyName: applicant.firstOrCompanyName,
    lastName: applicant.lastName ?? '',
    addressLine1: applicant.addressLine1,
    addressLine2: applicant.addressLine2 ?? '',
    city: applicant.city,
    postalCode: applicant.postalCode,
    phoneNumber: applicant.phoneNumber,
    businessPhone: applicant.businessPhone ?? '',
    emailAddress,
    lienHolderId: lienHolder?.id ?? null,
    vin: vehicle.vin,
    odometer: String(odometer),
  };
}

function changesOf(before: Values, after: Values): AmendmentOrder['changes'] {
  const { odometer, lienHolderId, ...texts } = after;
  const changed = Object.entries(texts).filter(([name, text]) => text.trim() !== before[name as keyof typeof texts]);
  return {
    ...Object.fromEntries(changed.map(([name, text]) => [name, text.trim()])),
    ...(lienHolderId !== null && lienHolderId !== before.lienHolderId && { lienHolderId }),
    ...(odometer.trim() !== before.odometer && /^\d{1,9}$/.test(odometer.trim()) && { odometer: Number(odometer) }),
  };
}

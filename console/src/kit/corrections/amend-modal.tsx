import type { AmendmentMade, AmendmentOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { Fields } from '../fields.tsx';
import { Pick } from '../pick.tsx';
import classes from './amend-modal.module.css';
import type { Amending, CorrectionModalProps } from './correction.ts';

/** Corrects what does not change the price. Only what the operator has changed is sent. */
export function AmendModal({ correction, ...state }: CorrectionModalProps<Amending>) {
  const { correct, onboard, labels } = useWords();
  const words = correct.amend;
  const { policyNumber, inputs } = correction;
  const before = valuesOf(correction);
  const isCompany = inputs.applicant.isCompany;
  const texts = {
    ...labels,
    ...onboard.place,
    ...words,
    firstOrCompanyName: isCompany ? words.companyName : words.firstName,
    phoneNumber: labels.phone,
    emailAddress: labels.email,
    lienHolderId: labels.lienHolder,
    vinHint: words.samePrice,
    odometerHint: words.samePrice,
  };
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
      {(form) => (
        <div className={classes.fields}>
          <Fields<Values>
            form={form}
            texts={texts}
            fields={{
              firstOrCompanyName: 200,
              lastName: isCompany ? false : 200,
              addressLine1: 200,
              addressLine2: 200,
              city: 200,
              postalCode: 20,
              phoneNumber: 40,
              businessPhone: 40,
              emailAddress: { type: 'email', maxLength: 254 },
              lienHolderId: inputs.lienHolder !== null && ((input) => <Pick path="/api/lien-holders" {...input} />),
              vin: 17,
              odometer: { inputMode: 'numeric', maxLength: 9 },
            }}
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

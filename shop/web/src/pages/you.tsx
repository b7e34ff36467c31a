import type { ErrorItem } from '@northbind/sdk';
import type { SaleView } from '../../../shop-api.ts';
import { errorsOf } from '../kit/api.ts';
import { Form, objectIn, TextField } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { Title } from '../kit/title.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { useWords } from '../words/words.tsx';
import { Indication } from './indication.tsx';

interface YouProps {
  readonly onNext: (sale: SaleView) => void;
  readonly onVehicleErrors: (errors: readonly ErrorItem[]) => void;
}

/** The applicant. A quote needs one; what the vehicle alone costs is shown before. */
export function You({ onNext, onVehicleErrors }: YouProps) {
  const { words, language } = useWords();
  const { facts, post, sale } = useShop();
  const applicant = sale.applicant ?? sale.known.applicant;
  const [owner, setOwner] = useTypedValue('applicant.isCompany', applicant?.isCompany === true ? 'company' : 'person');
  const isCompany = owner === 'company';

  const quote = (fields: FormData): Promise<void> =>
    post<SaleView>('quote', { isCompany, language, ...objectIn(fields, 'applicant') })
      .then(onNext)
      .catch((error: unknown) => {
        const refused = errorsOf(error);
        const isVehicles = refused.some(({ field }) => field !== '' && !field.startsWith('applicant'));
        if (!isVehicles) throw error;
        onVehicleErrors(refused);
      });

  /** A field of the applicant, with what the browser may fill in. */
  const line = (name: keyof NonNullable<typeof applicant>, label: string, autoComplete: string, type = 'text') => (
    <TextField
      field={`applicant.${name}`}
      label={label}
      isOptional={name === 'addressLine2'}
      type={type}
      autoComplete={autoComplete}
      defaultValue={String(applicant?.[name] ?? '')}
    />
  );

  return (
    <>
      <Title lede={words.you.lede}>{words.you.title}</Title>
      {facts.showsIndication && <Indication />}
      <Form send={quote} action={words.you.next}>
        <div className="card">
          <label className="tick">
            <input type="checkbox" checked={isCompany} onChange={() => setOwner(isCompany ? 'person' : 'company')} />
            {words.you.isCompany}
          </label>
          {isCompany ? (
            line('firstOrCompanyName', words.you.companyName, 'organization')
          ) : (
            <div className="pair">
              {line('firstOrCompanyName', words.you.firstName, 'given-name')}
              {line('lastName', words.you.lastName, 'family-name')}
            </div>
          )}
          {line('addressLine1', words.you.address, 'address-line1')}
          {line('addressLine2', words.you.unit, 'address-line2')}
          <div className="pair">
            {line('city', words.you.city, 'address-level2')}
            {line('postalCode', words.you.postalCode, 'postal-code')}
          </div>
          <div className="pair">
            {line('phoneNumber', words.you.phone, 'tel', 'tel')}
            {line('emailAddress', words.you.email, 'email', 'email')}
          </div>
        </div>
      </Form>
    </>
  );
}

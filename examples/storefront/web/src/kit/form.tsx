import type { ErrorItem } from '@northbind/sdk';
import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef } from 'react';
import { useWords } from '../words/words.tsx';

const ErrorsContext = createContext<readonly ErrorItem[]>([]);

interface FormProps {
  readonly errors: readonly ErrorItem[];
  readonly onSubmit: (fields: FormData) => void;
  readonly children: ReactNode;
}

/** Shows all errors at the top, where the focus goes, and again at the field of each error. */
export function Form({ errors, onSubmit, children }: FormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <ErrorsContext value={errors}>
      <form noValidate onSubmit={submit}>
        <ErrorSummary errors={errors} />
        {children}
      </form>
    </ErrorsContext>
  );
}

export function ErrorSummary({ errors }: { readonly errors: readonly ErrorItem[] }) {
  const { words, errorText } = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <div className="errors" role="alert" tabIndex={-1} ref={box}>
      <strong>{words.problem}</strong>
      <ul>
        {errors.map((error) => (
          <li key={error.code + error.field}>
            <FieldLink field={error.field}>{errorText(error)}</FieldLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link to the field, where the page has it. */
function FieldLink({ field, children }: { readonly field: string; readonly children: ReactNode }) {
  const id = fieldId(field);
  if (field === '' || document.getElementById(id) === null) return children;
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {children}
    </a>
  );
}

/**
 * Inputs are named by the property's path in the request, as in the service's errors. A query's names differ in case.
 */
function fieldId(field: string): string {
  return `field-${field.toLowerCase().replaceAll('.', '-')}`;
}

interface FieldProps {
  /** The path of the property in the request: `applicant.city`. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly children: (input: InputProps) => ReactNode;
}

/** What an input gets from its field. */
export interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export function Field({ field, label, hint, isOptional = false, children }: FieldProps) {
  const { words, errorText } = useWords();
  const error = useError(field);
  const id = fieldId(field);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="quiet">{words.optional}</span>}
      </label>
      {children({
        id,
        name: field,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {errorText(error)}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly field: string;
  readonly legend: string;
  readonly className?: string;
  /** Shown between the legend and the choices. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A group of radio buttons or checkboxes. */
export function Choices({ field, legend, className = '', lead, children }: ChoicesProps) {
  const { errorText } = useWords();
  const error = useError(field);
  const id = fieldId(field);
  return (
    <fieldset id={id} tabIndex={-1} className={error ? 'has-error' : undefined}>
      <legend>{legend}</legend>
      {error && <p className="field-error">{errorText(error)}</p>}
      {lead}
      <div className={`choices ${className}`}>{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly note?: ReactNode;
  readonly isDisabled?: boolean;
  readonly isChecked?: boolean;
  readonly isCheckedAtFirst?: boolean;
  readonly onChoose?: () => void;
}

/** One choice, as a card that is clickable as a whole. */
export function Choice(props: ChoiceProps) {
  const { type, name, value, title, text, note, isChecked, isCheckedAtFirst, isDisabled = false, onChoose } = props;
  return (
    <label className="choice">
      <input
        type={type}
        name={name}
        value={value}
        disabled={isDisabled}
        {...(isChecked === undefined ? { defaultChecked: isCheckedAtFirst } : { checked: isChecked })}
        onChange={() => onChoose?.()}
      />
      <span className="choice-text">
        <span className="choice-title">{title}</span>
        {text && <span className="quiet">{text}</span>}
      </span>
      {note && <span className="choice-note">{note}</span>}
    </label>
  );
}

function useError(field: string): ErrorItem | undefined {
  const errors = use(ErrorsContext);
  return errors.find((error) => fieldId(error.field) === fieldId(field));
}

/** The text of a field; an empty one is not given. */
export function textIn(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '').trim();
}

/** Null when it is empty or not a number: the service then says so. */
export function numberIn(fields: FormData, name: string): number | null {
  const text = textIn(fields, name).replaceAll(/[\s,]/g, '');
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

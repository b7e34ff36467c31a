import type { ErrorItem } from '@northbind/sdk';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useWords } from '../words/words.tsx';
import { errorsOf, noErrors } from './api.ts';
import { bringIntoView } from './outcome.tsx';
import { useTyped } from './typed.tsx';

const ErrorsContext = createContext<readonly ErrorItem[]>(noErrors);

export interface FormProps {
  /** Errors about its fields that were found before it was sent. */
  readonly refused?: readonly ErrorItem[];
  /** Errors that are shown instead of its own. */
  readonly errors?: readonly ErrorItem[];
  /** Errors that are found while the customer types: they do not take the focus from what is being typed. */
  readonly found?: readonly ErrorItem[];
  /** Sends the fields. What the shop refuses is shown. */
  readonly send: (fields: FormData) => Promise<unknown>;
  /** The text of the button that submits. */
  readonly action: ReactNode;
  readonly isDisabled?: boolean;
  /** What it sends is under way already. */
  readonly isSent?: boolean;
  /** Why the button is off, while it is; null: for a moment, or for no reason that the customer can change. */
  readonly why?: string | null;
  /** It stands beside that button. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** Shows all errors at the top, where the focus goes, and again at the field of each error. */
export function Form({
  refused = noErrors,
  errors = noErrors,
  found = noErrors,
  send,
  action,
  isDisabled,
  isSent = false,
  why = null,
  more,
  children,
}: FormProps) {
  const { words } = useWords();
  const [own, setOwn] = useState(refused);
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || isSent;
  const shown = errors.length > 0 ? errors : own;
  const all = useMemo(() => [...found, ...shown], [found, shown]);
  const [unplaced, setUnplaced] = useState(noErrors);
  useLayoutEffect(() => setUnplaced(found.filter(({ field }) => fieldOf(field) === null)), [found]);
  const whyId = useId();
  const isWhy = isDisabled === true && why !== null && !isBusy;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSending(true);
    send(new FormData(event.currentTarget))
      .catch((error: unknown) => setOwn(errorsOf(error)))
      .finally(() => setSending(false));
  };
  return (
    <ErrorsContext value={all}>
      <form noValidate onSubmit={submit}>
        <ErrorSummary errors={shown} />
        <ErrorSummary errors={unplaced} isAside />
        {children}
        <div className="actions">
          <button
            type="submit"
            disabled={isBusy || isDisabled}
            aria-busy={isBusy || undefined}
            aria-describedby={isWhy ? whyId : undefined}
          >
            {action}
          </button>
          {more}
        </div>
        {isWhy && (
          <p className="why" id={whyId}>
            {why}
          </p>
        )}
        <p className="unseen" role="status">
          {isBusy && words.loading}
        </p>
      </form>
    </ErrorsContext>
  );
}

interface ErrorSummaryProps {
  readonly errors: readonly ErrorItem[];
  /** They come of nothing that the customer has just sent: whoever is typing types on. */
  readonly isAside?: boolean;
}

export function ErrorSummary({ errors, isAside = false }: ErrorSummaryProps) {
  const { words, errorNote } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<readonly PlacedError[]>([]);
  // The errors are placed once the fields are there: each is named by its field's label, in the order of the page.
  useLayoutEffect(() => setPlaced(placeErrors(errors)), [errors]);
  useEffect(() => {
    if (errors.length > 0 && !(isAside && isTyping())) bringIntoView(box.current);
  }, [errors, isAside]);
  if (errors.length === 0) return null;
  return (
    <div className="errors" role="alert" tabIndex={-1} ref={box}>
      <strong>{words.problem}</strong>
      <ul>
        {placed.map(({ error, label }) => (
          <li key={error.code + error.field}>
            <FieldLink field={error.field}>{errorNote(error, label)}</FieldLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function isTyping(): boolean {
  return document.activeElement?.matches('input:not([type="radio"], [type="checkbox"]), select') === true;
}

interface PlacedError {
  readonly error: ErrorItem;
  /** The label of its field; null if it is about none. */
  readonly label: string | null;
}

function placeErrors(errors: readonly ErrorItem[]): readonly PlacedError[] {
  return errors
    .map((error) => ({ error, field: fieldOf(error.field) }))
    .sort((one, two) => {
      if (one.field === null || two.field === null) return Number(one.field !== null) - Number(two.field !== null);
      return one.field.compareDocumentPosition(two.field) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    })
    .map(({ error, field }) => ({ error, label: field === null ? null : labelOf(field) }));
}

/** The field on the page; null for an error about none. */
function fieldOf(field: string): HTMLElement | null {
  return field === '' ? null : document.getElementById(fieldId(field));
}

/** Reads a label without what follows the name, such as "(optional)". */
function labelOf(field: HTMLElement): string | null {
  const label = document.querySelector(`label[for="${field.id}"]`) ?? field.querySelector(':scope > legend');
  return label?.firstChild?.textContent?.trim() || null;
}

/** A link to the field, where the page has it. */
function FieldLink({ field, children }: { readonly field: string; readonly children: ReactNode }) {
  const id = fieldId(field);
  if (fieldOf(field) === null) return children;
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        fieldOf(field)?.focus();
      }}
    >
      {children}
    </a>
  );
}

/**
 * Inputs are named by the property's path in the request, as in the service's errors. A query's names differ in case.
 */
export function fieldId(field: string): string {
  return `field-${field.toLowerCase().replaceAll('.', '-')}`;
}

interface FieldProps {
  /** The path of the property in the request: `applicant.city`. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** Renders the control with the props that tie it to its label, hint and error. */
  readonly children: (control: ControlProps) => ReactNode;
}

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-describedby' | 'aria-invalid'>;

/** A field with an input, which gets all other props. One without a `value` keeps what was typed by itself. */
export function TextField({ field, label, hint, isOptional = false, ...input }: TextFieldProps) {
  const typed = useTyped();
  const own: ComponentProps<'input'> =
    input.value === undefined
      ? {
          defaultValue: typed.get(field) ?? input.defaultValue,
          onInput: ({ currentTarget }) => typed.set(field, currentTarget.value),
        }
      : {};
  return (
    <Field field={field} label={label} hint={hint} isOptional={isOptional}>
      {(control) => <input {...control} {...input} {...own} />}
    </Field>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, keyof ControlProps>;

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
          {errorText(error, label)}
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
  return (
    <Group field={field} legend={legend}>
      {lead}
      <div className={`choices ${className}`}>{children}</div>
    </Group>
  );
}

type GroupProps = Pick<ChoicesProps, 'field' | 'legend' | 'children'>;

/** What belongs together and can be wrong as a whole. */
export function Group({ field, legend, children }: GroupProps) {
  const { errorText } = useWords();
  const error = useError(field);
  const id = fieldId(field);
  const errorId = `${id}-error`;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={error ? 'has-error' : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{legend}</legend>
      {error && (
        <p className="field-error" id={errorId}>
          {errorText(error, legend)}
        </p>
      )}
      {children}
    </fieldset>
  );
}

interface Option<Value> {
  readonly value: Value;
  readonly title: string;
  readonly text?: string | undefined;
  readonly note?: string | undefined;
  readonly disabled?: boolean;
}

/** An option from its texts: title and explanation. */
export function option<Value>(value: Value, [title = '', text]: readonly string[]): Option<Value> {
  return { value, title, text };
}

interface RadiosProps<Value> extends Omit<ChoicesProps, 'children'> {
  readonly options: readonly Option<Value>[];
  readonly chosen: Value | null | undefined;
  /** Without it the form reads the choice, and `chosen` is the first one. */
  readonly onChoose?: (value: Value) => void;
}

/** One of several options. */
export function Radios<Value extends string | number>(props: RadiosProps<Value>) {
  const { options, chosen, onChoose, ...group } = props;
  const typed = useTyped();
  const kept = options.find(({ value }) => String(value) === typed.get(group.field))?.value ?? chosen;
  return (
    <Choices {...group}>
      {options.map(({ value, ...shown }) => (
        <Choice
          key={value}
          type="radio"
          name={group.field}
          value={value}
          {...shown}
          {...(onChoose === undefined
            ? { defaultChecked: value === kept, onChange: () => typed.set(group.field, String(value)) }
            : { checked: value === chosen, onChange: () => onChoose(value) })}
        />
      ))}
    </Choices>
  );
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'title'> {
  readonly title: string;
  readonly text?: ReactNode;
  readonly note?: ReactNode;
}

/** One choice, as a card that is clickable as a whole. */
export function Choice({ title, text, note, ...input }: ChoiceProps) {
  return (
    <label className="choice">
      <input {...input} />
      <span className="choice-title">{title}</span>
      {text && <span className="quiet">{text}</span>}
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

/** The texts of one object of the request: of all fields below its path. */
export function objectIn(fields: FormData, path: string): Readonly<Record<string, string>> {
  const names = [...fields.keys()].filter((name) => name.startsWith(`${path}.`));
  return Object.fromEntries(names.map((name) => [name.slice(path.length + 1), textIn(fields, name)]));
}

/** Reads kilometres as people write them: `12 000 km`, `12,000`. Null when it is empty; a text that is no number stays as it was typed. */
export function kilometresIn(fields: FormData, name: string): number | string | null {
  const typed = textIn(fields, name);
  const text = typed.replace(/\s*(km|kilom[eè]tres|kilometers)\.?$/i, '');
  if (text === '') return null;
  const isWhole = /^\d+$|^\d{1,3}([\s.,’']\d{3})+$/.test(text);
  return isWhole ? Number(text.replaceAll(/\D/g, '')) : typed;
}

/** Reads dollars as people write them: `$1,250.50`, `1 250,50 $`. Null when it is none. */
export function dollarsIn(text: string): number | null {
  const amount = /^\$?\s*(\d+|\d{1,3}(?:[\s,.’']\d{3})+)(?:[.,](\d{1,2}))?\s*\$?$/.exec(text.trim());
  return amount === null ? null : Number(`${amount[1]!.replaceAll(/\D/g, '')}.${amount[2] ?? 0}`);
}

/**
 * A partner's program that was written from the contract's words alone: one file, plain HTTP, nothing of the service's
 * own code. It does every flow of the contract against a sandbox, judges each answer by the contract's tables, prints a
 * line for each sentence that it checked, and ends with 1 if one did not hold.
 *
 *     node test/contract-client/client.ts http://127.0.0.1:8080
 *
 * The sandbox moves a seller's day forward for good, so a new one is the best to run it against.
 */
const base = process.argv[2] ?? 'http://127.0.0.1:8080';

/** Lists every code of the contract's table of errors. */
const contractCodes = [
  'BindInProgress',
  'QuoteAlreadyBound',
  'SeriesNotEnabledForSeller',
  'DealerNotLinkedToSeller',
  'DealerIdRequired',
  'DealerContactRequired',
  'LienHolderRequired',
  'EffectiveDateBackDate',
  'EffectiveDateFuture',
  'VehicleIneligible',
  'SearchTooShort',
  'TestVinProductionDisabled',
  'SelectedProductsMismatch',
  'PaymentTermBelowSeriesMinimum',
  'PaymentMethodNotSupported',
  'PaymentMethodNotAvailableForSeller',
  'FinancingDetailsRequired',
  'FinancingNotApplicable',
  'FinancingNotAvailableForCoverageCategory',
  'LoanTermNotAvailable',
  'DownPaymentInvalid',
  'FirstInstallmentDateOutOfRange',
  'InvalidBankInstitution',
  'InvalidBankTransit',
  'InvalidBankAccount',
  'FinancingUnavailable',
  'FinancingDeclined',
  'PolicyNumberInUseByLender',
  'BindFailedAfterFinancing',
  'ChargeDateOutOfRange',
  'PaymentIdRequired',
  'CardPaymentRequired',
  'CardPaymentNotApplicable',
  'CardPaymentUnavailable',
  'BindIncomplete',
  'CardPaymentNotFound',
  'CardPaymentNotAuthorized',
  'CardPaymentDeclined',
  'CardPaymentExpired',
  'CardPaymentAmountMismatch',
  'CardPaymentAlreadyUsed',
  'BindFailedAfterCardCapture',
  'DocumentNotFound',
  'InternalError',
] as const;
type Code = (typeof contractCodes)[number];

/** What a sandbox can't answer, and why. */
const unreachable: Partial<Record<Code, string>> = {
  TestVinProductionDisabled: 'only a service in production answers it, and a sandbox is none',
};

async function run(): Promise<void> {
  const ontario = await signIn('ontario', first);
  const quebec = await signIn('quebec', first);
  const alberta = await signIn('alberta', first);
  const novaScotia = await signIn('novascotia', first);
  const manitoba = await signIn('manitoba', second);

  await section('Authentication', () => authentication(ontario));
  await section('Requests and answers', () => wire(ontario));
  await section('Look-ups', () => lookUps(ontario, novaScotia));
  await section('Quote', () => quotes(ontario, quebec, alberta, manitoba));
  await section('Paid to the partner: REF, FIN, PW', () => paidToPartner(ontario));
  await section('What a bind refuses', () => bindRules(ontario, alberta, manitoba));
  await section('A bind that is repeated', () => repeatedBind(ontario));
  await section('Financing quote', () => financingQuotes(ontario, alberta));
  await section('Financed by the lender: PFF', () => financedBinds(ontario));
  await section('Card payment', () => cardPayments(ontario, novaScotia));
  await section('Paid by card: CC', () => cardBinds(ontario));
  await section('Card payments that fail', () => failingCards(ontario));
  await section('Days that pass', () => laterDays(alberta));
  await section('Documents', () => documents(ontario, manitoba));
  await section('Faults and limits', () => faultsAndLimits(manitoba));

  say('\nOf every answer');
  check('errors is empty on every success', wrongSuccesses.length === 0, wrongSuccesses.join('; '));
  check(
    'every failure has the envelope, but 400 and 401, whose body is empty',
    wrongFailures.length === 0,
    wrongFailures.join('; '),
  );

  const unseen = contractCodes.filter((code) => !seenCodes.has(code));
  const seen = contractCodes.filter((code) => seenCodes.has(code));
  say(`\nCodes of the contract seen: ${seen.length} of ${contractCodes.length}: ${seen.join(', ')}`);
  say(
    `Further codes seen: ${[...seenCodes]
      .filter((code) => !seen.includes(code as Code))
      .sort()
      .join(', ')}`,
  );
  for (const code of unseen) say(`Not seen: ${code}: ${unreachable[code] ?? 'no reason is known'}`);
  check(
    'every code of the contract was seen that a sandbox can answer',
    unseen.every((code) => code in unreachable),
  );
  say(`\n${checkedCount} sentences checked in ${callCount} calls, ${missed.length} missed`);
  for (const one of missed) say(`MISS ${one}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

// ---- The flows, in the order of the contract ----

async function authentication(seller: Seller): Promise<void> {
  const asked = Date.now();
  const answer = await authenticate(first, 'ontario');
  const token = read('authenticate answers token, expiryTime and expiryMinutes', answer, tokenResponse);
  check('the lifetime is 60 minutes by default', token.expiryMinutes === 60);
  const livesMs = Date.parse(token.expiryTime) - asked;
  check('expiryTime is when they are over', Math.abs(livesMs - token.expiryMinutes * 60_000) < 60_000, `${livesMs} ms`);

  const wrong = await Promise.all([
    authenticate({ ...first, client_id: 'nobody' }, 'ontario'),
    authenticate({ ...first, client_secret: 'wrong' }, 'ontario'),
    authenticate(first, 'nobody'),
    authenticate(first, 'ontario', 'wrong'),
    authenticate(first, 'disabled'),
    authenticate(first, 'manitoba'), // A seller of another integration.
    call('POST', '/v1/authenticate', { headers: {}, body: { username: 'ontario', password } }),
    call('POST', '/v1/authenticate', { headers: first, body: { username: null, password: null } }),
  ]);
  check(
    'any wrong credential, and a disabled account, is a 401 with no body',
    wrong.every(isUnauthorized),
    statuses(wrong),
  );
  const names = wrong.map(({ headers }) => [...headers.keys()].filter((name) => !name.startsWith('ratelimit')).join());
  check('which one is wrong is not disclosed', new Set(names.slice(0, 6)).size === 1, names.join(' | '));
  refused(
    'a body that could not be read is a 422',
    await call('POST', '/v1/authenticate', { headers: first, text: '{' }),
  );

  const id = '00000000-0000-4000-8000-000000000000';
  const routes: readonly (readonly [string, string])[] = [
    ['GET', '/v1/quote/vehicle-configurations?Vin=1HGCM82633A004352&EffectiveDate=2026-01-01'],
    ['GET', '/v1/quote/dealers'],
    ['GET', '/v1/quote/lienholders?search=bank'],
    ['POST', '/v1/quote'],
    ['POST', '/v1/quote/financing'],
    ['POST', '/v1/payment/card'],
    ['POST', '/v1/payment/card/confirm'],
    ['POST', '/v1/bind'],
    ['GET', `/v1/document/${id}`],
    ['GET', '/v1/test-vin?year=2024'],
  ];
  for (const [method, path] of routes) {
    const options = method === 'POST' ? { body: {} } : {};
    const without = await call(method, path, options);
    const invalid = await call(method, path, { ...options, headers: { authorization: 'Bearer nonsense' } });
    check(
      `${method} ${path.split('?')[0]} needs a bearer token: 401`,
      [without, invalid].every(isUnauthorized),
      statuses([without, invalid]),
    );
  }
  const fails = await call('GET', '/quote/dealers', { headers: bearer(seller) });
  check('a call without the prefix /v1 fails', fails.status >= 400, String(fails.status));
}

async function wire(seller: Seller): Promise<void> {
  for (const contentType of ['application/json', 'text/json', 'application/vnd.partner+json']) {
    const body = JSON.stringify(await quoteRequest(seller));
    const answer = await call('POST', '/v1/quote', {
      headers: { ...bearer(seller), 'content-type': contentType },
      text: body,
    });
    check(`a request body is accepted as ${contentType}`, answer.status === 200, answer.text);
  }
  for (const accept of ['text/plain', 'application/json', 'text/json']) {
    const answer = await call('GET', '/v1/quote/dealers', { headers: { ...bearer(seller), accept } });
    check(`a response is available as ${accept}`, typeOf(answer) === accept && answer.status === 200, typeOf(answer));
  }
  for (const path of ['/v1/quote', '/v1/quote/financing', '/v1/payment/card', '/v1/payment/card/confirm', '/v1/bind']) {
    const answer = await call('POST', path, { headers: bearer(seller), text: '{ "applicationId": ' });
    check(
      `POST ${path}: a malformed body is a 400 with an empty body`,
      answer.status === 400 && answer.text === '',
      answer.text,
    );
  }
  const spec = parsed((await call('GET', '/swagger/v1/swagger.json')).text) as {
    readonly info?: { readonly version?: string };
  };
  check('the interface version is 1.0', spec?.info?.version === '1.0', JSON.stringify(spec?.info));
  for (const path of ['/healthcheck', '/swagger', '/docs'])
    check(`${path} is unversioned, and needs no token`, (await call('GET', path)).status === 200);
}

async function lookUps(seller: Seller, unlinked: Seller): Promise<void> {
  const usable = await call('GET', '/v1/test-vin?year=2024', { headers: bearer(seller) });
  const { vin, year } = read('test-vin answers a usable VIN and its year', usable, testVinResponse);
  check(
    'the VIN has 17 characters and decodes to the year asked for',
    vin.length === 17 && year === 2024,
    `${vin} ${year}`,
  );
  refused(
    'no unused VIN for a year is a 422',
    await call('GET', '/v1/test-vin?year=1950', { headers: bearer(seller) }),
  );

  const look = (query: Record<string, string>) =>
    call('GET', `/v1/quote/vehicle-configurations?${new URLSearchParams(query)}`, { headers: bearer(seller) });
  const asked = { Vin: vin, Odometer: '24500', EffectiveDate: seller.today, PurchaseMethod: 'Cash' };
  const found = read('a VIN has its vehicle configurations', await look(asked), vehiclesResponse);
  check('each has an id to choose it by', found.vehicles.length > 0);
  const shorter = await look({ Vin: vin, EffectiveDate: `${seller.today}T08:00:00` });
  read('Odometer and PurchaseMethod are optional; EffectiveDate is a date-time', shorter, vehiclesResponse);
  const worn = read(
    'an odometer of 2147483647 is taken',
    await look({ ...asked, Odometer: '2147483647' }),
    vehiclesResponse,
  );
  check('an empty array means that nothing is eligible', worn.vehicles.length === 0);
  read('an odometer of 0 is taken', await look({ ...asked, Odometer: '0' }), vehiclesResponse);

  const { Vin: _, ...withoutVin } = asked;
  const { EffectiveDate: __, ...withoutDate } = asked;
  refused('Vin is required', await look(withoutVin), null, 'Vin');
  refused('a VIN has 17 characters', await look({ ...asked, Vin: vin.slice(1) }), null, 'Vin');
  refused('EffectiveDate is required', await look(withoutDate), null, 'EffectiveDate');
  refused('an odometer below 0 is refused', await look({ ...asked, Odometer: '-1' }), null, 'Odometer');
  refused(
    'an odometer above 2147483647 is refused',
    await look({ ...asked, Odometer: '2147483648' }),
    null,
    'Odometer',
  );
  refused(
    'PurchaseMethod is one of an enum',
    await look({ ...asked, PurchaseMethod: 'Barter' }),
    null,
    'PurchaseMethod',
  );
  const unknown = await look({ ...asked, Vin: '11111111111111111' });
  check(
    'a VIN that could not be resolved is a 400 with an empty body',
    unknown.status === 400 && unknown.text === '',
    unknown.text,
  );

  const linked = await call('GET', '/v1/quote/dealers', { headers: bearer(seller) });
  check(
    'a seller has its linked dealers',
    read('dealers are a list with ids', linked, dealersResponse).dealers.length > 0,
  );
  const none = await call('GET', '/v1/quote/dealers', { headers: bearer(unlinked) });
  const empty = read('a seller without active dealer links has an empty list', none, dealersResponse);
  check('and it is empty', empty.dealers.length === 0);

  const search = (text: string) =>
    call('GET', `/v1/quote/lienholders?${new URLSearchParams({ search: text })}`, { headers: bearer(seller) });
  const holders = read('lienholders are found by 3 characters', await search('ban'), lienHoldersResponse);
  check('each has an id', holders.lienHolders.length > 0);
  const nothing = read('a search may find none', await search('zzzzzzzzzz'), lienHoldersResponse);
  check('and is then empty', nothing.lienHolders.length === 0);
  refused('under 3 characters is SearchTooShort', await search('ba'), 'SearchTooShort');
  refused('no search at all is refused', await call('GET', '/v1/quote/lienholders', { headers: bearer(seller) }));
}

async function quotes(seller: Seller, producing: Seller, other: Seller, foreign: Seller): Promise<void> {
  const request = await quoteRequest(seller);
  const quote = read(
    'a Prime quote has the contract’s fields',
    await post(seller, '/v1/quote', request),
    quoteResponse,
  );
  for (const terms of [quote.replacementOptions, quote.limitedIndemnityOptions]) {
    check(
      'a category has terms, from 1 year on for Prime',
      terms.length > 0 && terms.every(({ paymentTermInYears }) => paymentTermInYears >= 1),
    );
    check(
      'every term has products',
      terms.every(({ coverage }) => coverage.length > 0),
    );
  }
  const plus = read(
    'a Plus quote has them, too',
    await post(seller, '/v1/quote', await plusRequest(seller)),
    quoteResponse,
  );
  check('a Plus quote has terms', plus.replacementOptions.length > 0);
  const revision = await quoteRequest(seller, { applicationId: quote.applicationId, odometer: 90_000 });
  const revised = read(
    'a quote is revised by its applicationId',
    await post(seller, '/v1/quote', revision),
    quoteResponse,
  );
  check('and keeps it', revised.applicationId === quote.applicationId);
  refused(
    'the complete request must be sent again',
    await post(seller, '/v1/quote', { applicationId: quote.applicationId }),
  );
  for (const stranger of [other, foreign]) {
    const theirs = await quoteRequest(stranger, { applicationId: quote.applicationId });
    refused(
      `a quote of another seller is not found by ${stranger.username}`,
      await post(stranger, '/v1/quote', theirs),
      null,
      'applicationId',
    );
  }

  const refuses = async (sentence: string, code: string | null, field: string | null, changes: object, of = seller) =>
    refused(sentence, await post(of, '/v1/quote', { ...(await quoteRequest(of)), ...changes }), code, field);
  const quoted = async (sentence: string, changes: Record<string, unknown>, of = seller) =>
    read(sentence, await post(of, '/v1/quote', await quoteRequest(of, changes)), quoteResponse);
  await quoted('the effective date may be 30 days ahead', { effectiveDate: addDays(seller.today, 30) });
  await refuses('yesterday is EffectiveDateBackDate', 'EffectiveDateBackDate', 'effectiveDate', {
    effectiveDate: addDays(seller.today, -1),
  });
  await refuses('31 days ahead is EffectiveDateFuture', 'EffectiveDateFuture', 'effectiveDate', {
    effectiveDate: addDays(seller.today, 31),
  });
  const withoutOdometer = await vehicleOf(seller, seller.today);
  await refuses('a vehicle that does not qualify is VehicleIneligible', 'VehicleIneligible', null, {
    vehicleConfigurationId: withoutOdometer,
    odometer: 2_000_000,
  });
  await refuses('a vehicle that was not chosen is refused', null, 'vehicleConfigurationId', {
    vehicleConfigurationId: undefined,
  });
  await refuses(
    'a series that is not enabled is SeriesNotEnabledForSeller',
    'SeriesNotEnabledForSeller',
    null,
    { series: 'Plus' },
    other,
  );

  const plusQuote = await plusRequest(seller);
  const refusesPlus = async (sentence: string, code: Code, changes: object) =>
    refused(sentence, await post(seller, '/v1/quote', { ...plusQuote, ...changes }), code);
  await refusesPlus('Plus needs a dealer id', 'DealerIdRequired', { dealerId: undefined });
  await refusesPlus('Plus needs a dealer contact', 'DealerContactRequired', { dealerContact: undefined });
  await refusesPlus('a dealer that is not in the list is DealerNotLinkedToSeller', 'DealerNotLinkedToSeller', {
    dealerId: '00000000-0000-4000-8000-000000000000',
  });

  const [holder] = lienHoldersResponse.of(
    await call('GET', '/v1/quote/lienholders?search=bank', { headers: bearer(seller) }),
  ).lienHolders;
  for (const purchaseMethod of ['Lease', 'Finance']) {
    await quoted(`a ${purchaseMethod} is quoted with a lienholder`, { purchaseMethod, lienHolderId: holder!.id });
    await refuses(
      `a ${purchaseMethod} without one is LienHolderRequired`,
      'LienHolderRequired',
      'lienHolderId',
      await quoteRequest(seller, { purchaseMethod }),
    );
  }
  await quoted('a seller that is set up to require it sends a producer code', { producerCode: 'P-1' }, producing);
  await refuses('and is refused without', null, 'producerCode', { producerCode: undefined }, producing);

  const person = addresses.ontario;
  await quoted('a company needs no last name', { applicant: { ...person, isCompany: true, lastName: null } });
  await refuses('a person does', null, 'applicant.lastName', { applicant: { ...person, lastName: null } });
  await refuses('an e-mail address is required', null, 'applicant.emailAddress', {
    applicant: { ...person, emailAddress: null },
  });
  await refuses('the address must be in the seller’s province', null, 'applicant.postalCode', {
    applicant: { ...person, postalCode: 'V6B 1A1' },
  });
  await refuses('a postal code is Canadian', null, 'applicant.postalCode', {
    applicant: { ...person, postalCode: '90210' },
  });
}

async function paidToPartner(seller: Seller): Promise<void> {
  for (const series of ['Prime', 'Plus'] as const) {
    for (const paymentMethod of ['REF', 'FIN', 'PW']) {
      const quote = await quoteOf(seller, series === 'Plus' ? await plusRequest(seller) : {});
      const request = { ...selectionOf(quote), paymentMethod, paymentReference: 'Cheque 0815' };
      const policy = read(
        `${series}, ${paymentMethod}: the bind answers the contract’s fields`,
        await post(seller, '/v1/bind', request),
        bindResponse,
      );
      check(
        'without a loan or a card',
        policy.financing === null && policy.cardPayment === null && policy.financingLetterDownloadId === null,
      );
      const repeated = read('the same again is 200', await post(seller, '/v1/bind', request), bindResponse);
      check('with the same policyNumber and documentDownloadId', samePolicy(policy, repeated));
      await isPdf(
        seller,
        `${series}, ${paymentMethod}: the declaration is available at once`,
        policy.documentDownloadId,
      );
    }
  }
  const quote = await quoteOf(seller);
  const limited = { ...selectionOf(quote, 'LimitedIndemnity'), paymentMethod: 'REF' };
  read(
    'LimitedIndemnity is bound, and a paymentReference may be left out',
    await post(seller, '/v1/bind', limited),
    bindResponse,
  );
}

async function bindRules(seller: Seller, other: Seller, foreign: Seller): Promise<void> {
  const quote = await quoteOf(seller);
  const request = { ...selectionOf(quote), paymentMethod: 'REF' };
  const refuses = async (sentence: string, code: string | null, changes: object, field: string | null = null) =>
    refused(sentence, await post(seller, '/v1/bind', { ...request, ...changes }), code, field);
  const financing = financingBlock(seller.today);
  await refuses('a product that is not of the category is SelectedProductsMismatch', 'SelectedProductsMismatch', {
    selectedProducts: ['NOPE'],
  });
  const isMandatory = quote.replacementOptions.some(({ coverage }) => coverage.some(({ isOptional }) => !isOptional));
  if (isMandatory)
    await refuses('every product with isOptional false must be selected', null, {
      selectedProducts: optionalOf(quote),
    });
  await refuses('a term that did not appear is refused', null, { paymentTermInYears: 40 });
  await refuses('a category that is none is refused', null, { coverageCategory: 'Everything' }, 'coverageCategory');
  await refuses('an unknown method is PaymentMethodNotSupported', 'PaymentMethodNotSupported', {
    paymentMethod: 'IOU',
  });
  await refuses('cardPayment with another method is CardPaymentNotApplicable', 'CardPaymentNotApplicable', {
    cardPayment: { paymentId: 'x' },
  });
  await refuses('CC without cardPayment is CardPaymentRequired', 'CardPaymentRequired', { paymentMethod: 'CC' });
  await refuses('a payment id is required', 'PaymentIdRequired', {
    paymentMethod: 'CC',
    cardPayment: { paymentId: '' },
  });
  await refuses('an unknown payment is CardPaymentNotFound', 'CardPaymentNotFound', {
    paymentMethod: 'CC',
    cardPayment: { paymentId: '00000000-0000-4000-8000-000000000000' },
  });
  await refuses('a financing block with another method is FinancingNotApplicable', 'FinancingNotApplicable', {
    financing,
  });
  await refuses('PFF without a financing block is FinancingDetailsRequired', 'FinancingDetailsRequired', {
    paymentMethod: 'PFF',
  });
  await refuses(
    'paymentReference must be empty for PFF',
    null,
    { paymentMethod: 'PFF', financing, paymentReference: 'x' },
    'paymentReference',
  );
  await refuses(
    'paymentReference must be empty for CC',
    null,
    { paymentMethod: 'CC', cardPayment: { paymentId: 'x' }, paymentReference: 'x' },
    'paymentReference',
  );

  const limited = { ...selectionOf(quote, 'LimitedIndemnity'), paymentMethod: 'PFF', financing };
  refused(
    'LimitedIndemnity is not financed',
    await post(seller, '/v1/bind', limited),
    'FinancingNotAvailableForCoverageCategory',
  );
  const plus = await quoteOf(seller, await plusRequest(seller));
  const short = { ...selectionOf(plus), paymentTermInYears: 1, paymentMethod: 'REF' };
  refused(
    'Plus under 2 years is PaymentTermBelowSeriesMinimum',
    await post(seller, '/v1/bind', short),
    'PaymentTermBelowSeriesMinimum',
  );
  const theirs = await quoteOf(other);
  const unset = { ...selectionOf(theirs), paymentMethod: 'FIN' };
  refused(
    'a method that is not set up is PaymentMethodNotAvailableForSeller',
    await post(other, '/v1/bind', unset),
    'PaymentMethodNotAvailableForSeller',
  );
  for (const stranger of [other, foreign])
    refused(
      `${stranger.username} does not find another seller’s quote`,
      await post(stranger, '/v1/bind', request),
      null,
      'applicationId',
    );
  read('after all this the quote is bound as ever', await post(seller, '/v1/bind', request), bindResponse);
}

async function repeatedBind(seller: Seller): Promise<void> {
  const quote = await quoteOf(seller);
  const request = { ...selectionOf(quote), paymentMethod: 'REF' };
  let isRunning = true;
  const begun = post(seller, '/v1/bind', request, { 'sandbox-fault': 'SlowBind' }).finally(() => (isRunning = false));
  const meanwhile: Answer[] = [];
  while (isRunning) {
    await wait(250);
    if (isRunning) meanwhile.push(await post(seller, '/v1/bind', request));
  }
  const policy = read('a slow bind ends in a policy', await begun, bindResponse);
  const busy = meanwhile.find(({ codes }) => codes.includes('BindInProgress'));
  if (busy === undefined) check('a repeat meanwhile is BindInProgress', false, statuses(meanwhile));
  else refused('a repeat meanwhile is BindInProgress', busy, 'BindInProgress');
  const later = read('and once it is bound, 200', await post(seller, '/v1/bind', request), bindResponse);
  check('with the same policy: a repeat never creates a second one', samePolicy(policy, later));

  const optional = optionalOf(quote);
  const changed =
    optional.length > 0 && optional.some((one) => !request.selectedProducts.includes(one))
      ? { selectedProducts: [...request.selectedProducts, ...optional] }
      : { paymentMethod: 'FIN' };
  refused(
    'a bind of something else is QuoteAlreadyBound',
    await post(seller, '/v1/bind', { ...request, ...changed }),
    'QuoteAlreadyBound',
  );
  const revision = await quoteRequest(seller, { applicationId: quote.applicationId });
  refused('and so is a revision', await post(seller, '/v1/quote', revision), 'QuoteAlreadyBound');
}

async function financingQuotes(seller: Seller, other: Seller): Promise<void> {
  for (const series of ['Prime', 'Plus'] as const) {
    const quote = await quoteOf(seller, series === 'Plus' ? await plusRequest(seller) : {});
    const asked = { ...selectionOf(quote), downPayment: 100, firstInstallmentDate: addDays(seller.today, 1) };
    const offered = read(
      `${series}: financing has options`,
      await post(seller, '/v1/quote/financing', asked),
      financingResponse,
    );
    check('each a loan that the customer could take', offered.options.length > 0);
    const again = financingResponse.of(await post(seller, '/v1/quote/financing', asked));
    check('it may be called repeatedly', JSON.stringify(again.options) === JSON.stringify(offered.options));
  }
  const quote = await quoteOf(seller);
  const premium = totalOf(quote, selectionOf(quote));
  const asked = { ...selectionOf(quote), downPayment: 0, firstInstallmentDate: addDays(seller.today, 14) };
  const refuses = async (sentence: string, code: string | null, changes: object, fault: Record<string, string> = {}) =>
    refused(sentence, await post(seller, '/v1/quote/financing', { ...asked, ...changes }, fault), code);
  read(
    'the first installment may be one month after the effective date',
    await post(seller, '/v1/quote/financing', { ...asked, firstInstallmentDate: addMonth(seller.today) }),
    financingResponse,
  );
  await refuses('it is not on the effective date', 'FirstInstallmentDateOutOfRange', {
    firstInstallmentDate: seller.today,
  });
  await refuses('nor 2 months later', 'FirstInstallmentDateOutOfRange', {
    firstInstallmentDate: addMonth(addMonth(seller.today)),
  });
  await refuses('the down payment has at most two decimals', 'DownPaymentInvalid', { downPayment: 10.001 });
  await refuses('it is less than the premium', 'DownPaymentInvalid', { downPayment: premium });
  await refuses('and not below 0', 'DownPaymentInvalid', { downPayment: -1 });
  await refuses(
    'LimitedIndemnity is not financed',
    'FinancingNotAvailableForCoverageCategory',
    selectionOf(quote, 'LimitedIndemnity'),
  );
  await refuses(
    'a lender that can’t be reached is FinancingUnavailable',
    'FinancingUnavailable',
    {},
    fault('FinancingUnavailable'),
  );
  await refuses('a lender that refuses is FinancingDeclined', 'FinancingDeclined', {}, fault('FinancingDeclined'));
  const theirs = await quoteOf(other);
  const unset = { ...asked, ...selectionOf(theirs) };
  refused('it is only for sellers that are set up for it', await post(other, '/v1/quote/financing', unset));
  refused(
    'an unknown quote is refused',
    await post(seller, '/v1/quote/financing', { ...asked, applicationId: 'x' }),
    null,
    'applicationId',
  );
}

async function financedBinds(seller: Seller): Promise<void> {
  for (const series of ['Prime', 'Plus'] as const) {
    const { request } = await financedBind(seller, series === 'Plus' ? await plusRequest(seller) : {});
    const policy = read(
      `${series}, PFF: the bind answers the contract’s fields`,
      await post(seller, '/v1/bind', request),
      bindResponse,
    );
    const loan = policy.financing;
    check(
      'with the loan number and the final figures',
      loan !== null && (loan.loanNumber ?? '') !== '',
      JSON.stringify(loan),
    );
    check(
      'and the lender’s letter, without a card',
      policy.financingLetterDownloadId !== null && policy.cardPayment === null,
    );
    const repeated = read('a replay answers', await post(seller, '/v1/bind', request), bindResponse);
    check('the same policy', samePolicy(policy, repeated));
    check(
      'with null financing and financingLetterDownloadId',
      repeated.financing === null && repeated.financingLetterDownloadId === null,
    );
    await isPdf(seller, `${series}, PFF: the letter is available at once`, policy.financingLetterDownloadId ?? '');
    await isPdf(seller, `${series}, PFF: so is the declaration`, policy.documentDownloadId);
  }
  const { request } = await financedBind(seller);
  const { financing } = request;
  const refuses = async (sentence: string, code: Code, changes: object, bank: object = {}) => {
    const block = { ...financing, ...changes, bankAccount: { ...financing.bankAccount, ...bank } };
    refused(sentence, await post(seller, '/v1/bind', { ...request, financing: block }), code);
  };
  for (const institutionNumber of ['12', '1234', 'abc'])
    await refuses(
      `institution number ${institutionNumber} is refused`,
      'InvalidBankInstitution',
      {},
      { institutionNumber },
    );
  for (const transitNumber of ['1234', '123456'])
    await refuses(`transit number ${transitNumber} is refused`, 'InvalidBankTransit', {}, { transitNumber });
  for (const accountNumber of ['123456', '1234567890123'])
    await refuses(`account number ${accountNumber} is refused`, 'InvalidBankAccount', {}, { accountNumber });
  await refuses('a loan term that was not offered is LoanTermNotAvailable', 'LoanTermNotAvailable', {
    loanTermInMonths: 7,
  });
  await refuses('a down payment of three decimals is DownPaymentInvalid', 'DownPaymentInvalid', { downPayment: 1.001 });
  await refuses('a first installment today is FirstInstallmentDateOutOfRange', 'FirstInstallmentDateOutOfRange', {
    firstInstallmentDate: seller.today,
  });
  const faulty = async (sentence: string, name: Code) =>
    refused(sentence, await post(seller, '/v1/bind', request, fault(name)), name);
  await faulty('a lender that can’t be reached is FinancingUnavailable', 'FinancingUnavailable');
  check('and nothing was created', (await ledger(seller, request.applicationId)).loans.length === 0);
  await faulty('a lender that refuses is FinancingDeclined', 'FinancingDeclined');
  await faulty('a number that the lender has already is PolicyNumberInUseByLender', 'PolicyNumberInUseByLender');
  await faulty('a policy that fails after the loan is BindFailedAfterFinancing', 'BindFailedAfterFinancing');
  const reversed = await until(
    () => ledger(seller, request.applicationId),
    ({ loans }) => loans.every(({ status }) => status === 'Cancelled'),
  );
  check(
    'the loan was written, and is reversed',
    reversed.loans.length > 0 && reversed.loans.every(({ status }) => status === 'Cancelled'),
  );
  const { financing: _, ...rest } = request;
  read(
    'the application is quoted as before, and is bound otherwise',
    await post(seller, '/v1/bind', { ...rest, paymentMethod: 'REF' }),
    bindResponse,
  );

  const { request: lost } = await financedBind(seller);
  refused(
    'a loan whose reply is lost is FinancingUnavailable',
    await post(seller, '/v1/bind', lost, fault('FinancingReplyLost')),
    'FinancingUnavailable',
  );
  const bound = await until(
    () => post(seller, '/v1/bind', lost),
    ({ codes }) => !codes.includes('BindInProgress'),
  );
  read('the repeat binds', bound, bindResponse);
  const { loans } = await ledger(seller, lost.applicationId);
  check('and there is one loan', loans.length === 1 && loans[0]!.status === 'Active', JSON.stringify(loans));
}

async function cardPayments(seller: Seller, unset: Seller): Promise<void> {
  const effectiveDate = addDays(seller.today, 10);
  const quote = await quoteOf(seller, { effectiveDate });
  const selection = selectionOf(quote);
  const begin = (changes: object = {}, headers: Record<string, string> = {}) =>
    post(seller, '/v1/payment/card', { ...selection, ...changes }, headers);
  const byDefault = read('a card start answers the contract’s fields', await begin(), cardStartResponse);
  check('the charge date is the effective date by default', byDefault.chargeDate === effectiveDate);
  check('the amount is zero when it is ahead', byDefault.amount === 0);
  const now = cardStartResponse.of(await begin({ chargeDate: seller.today }));
  check('it may be set to today', now.chargeDate === seller.today);
  check('the amount is then the sum of totalWithTax', now.amount === totalOf(quote, selection), String(now.amount));
  const between = cardStartResponse.of(await begin({ chargeDate: addDays(seller.today, 4) }));
  check('or between', between.chargeDate === addDays(seller.today, 4) && between.amount === 0);
  check(
    'each start has a payment of its own',
    new Set([byDefault.paymentId, now.paymentId, between.paymentId]).size === 3,
  );
  const minutes = (Date.parse(now.expiresAt) - Date.now()) / 60_000;
  check('the ticket expires in about 30 minutes', minutes > 25 && minutes < 31, String(minutes));
  refused(
    'a charge date in the past is ChargeDateOutOfRange',
    await begin({ chargeDate: addDays(seller.today, -1) }),
    'ChargeDateOutOfRange',
    'chargeDate',
  );
  refused(
    'one after the effective date, too',
    await begin({ chargeDate: addDays(effectiveDate, 1) }),
    'ChargeDateOutOfRange',
    'chargeDate',
  );
  refused('a product of another category is refused', await begin({ selectedProducts: ['NOPE'] }));
  refused(
    'a processor that can’t be reached is CardPaymentUnavailable',
    await begin({}, fault('CardPaymentUnavailable')),
    'CardPaymentUnavailable',
  );
  const theirs = await quoteOf(unset);
  const without = await post(unset, '/v1/payment/card', selectionOf(theirs));
  refused(
    'a seller that is not set up has PaymentMethodNotAvailableForSeller',
    without,
    'PaymentMethodNotAvailableForSeller',
  );

  const script = await fetch(now.checkoutJsUrl);
  check('checkoutJsUrl is a script', script.ok && /javascript/.test(script.headers.get('content-type') ?? ''));
  const page = await call('GET', `/card-checkout?${new URLSearchParams({ ticket: now.ticket })}`);
  check(
    '/card-checkout renders the checkout of a ticket',
    page.status === 200 && typeOf(page) === 'text/html',
    typeOf(page),
  );

  const confirm = (body: object, headers: Record<string, string> = {}) =>
    post(seller, '/v1/payment/card/confirm', body, headers);
  const payment = { applicationId: quote.applicationId, paymentId: now.paymentId, ticket: now.ticket };
  const status = async (sentence: string, expected: string, of: object = payment) => {
    const confirmed = read(sentence, await confirm(of), confirmResponse);
    check(`it is ${expected}`, confirmed.status === expected, confirmed.status);
    return confirmed;
  };
  await status('confirm before the customer has finished', 'Pending');
  const bind = { ...selection, paymentMethod: 'CC', cardPayment: { paymentId: now.paymentId } };
  refused(
    'a bind without a confirmed payment is CardPaymentNotAuthorized',
    await post(seller, '/v1/bind', bind),
    'CardPaymentNotAuthorized',
  );
  await status('the payment stays as it was', 'Pending');
  await submit(now, cards.accepted);
  refused(
    'confirm without a payment id is PaymentIdRequired',
    await confirm({ ...payment, paymentId: '' }),
    'PaymentIdRequired',
  );
  refused(
    'an unknown one is CardPaymentNotFound',
    await confirm({ ...payment, paymentId: 'nobody' }),
    'CardPaymentNotFound',
  );
  const another = await quoteOf(seller);
  refused(
    'and so is one of another quote',
    await confirm({ ...payment, applicationId: another.applicationId }),
    'CardPaymentNotFound',
  );
  refused(
    'confirm of an unreachable processor is CardPaymentUnavailable',
    await confirm(payment, fault('CardPaymentUnavailable')),
    'CardPaymentUnavailable',
  );
  const authorized = await status('confirm after the customer has finished', 'Authorized');
  check('with the deadline to bind', authorized.expiresAt !== null && Date.parse(authorized.expiresAt) > Date.now());
  await status('it is repeatable', 'Authorized');
  check('and charges nothing', (await ledger(seller, quote.applicationId)).charges.length === 0);
  const elsewhere = { ...selectionOf(another), paymentMethod: 'CC', cardPayment: { paymentId: now.paymentId } };
  refused('a bind of another quote does not find it', await post(seller, '/v1/bind', elsewhere), 'CardPaymentNotFound');

  const declined = cardStartResponse.of(await begin({ chargeDate: seller.today }));
  await submit(declined, cards.refused);
  await status('a refused card is a 200', 'Declined', {
    ...payment,
    paymentId: declined.paymentId,
    ticket: declined.ticket,
  });
  const cancelled = cardStartResponse.of(await begin({ chargeDate: seller.today }));
  await cancelCheckout(cancelled);
  await status('a closed checkout is a 200', 'Cancelled', {
    ...payment,
    paymentId: cancelled.paymentId,
    ticket: cancelled.ticket,
  });
  for (const { paymentId } of [declined, cancelled])
    refused(
      'neither can be bound',
      await post(seller, '/v1/bind', { ...bind, cardPayment: { paymentId } }),
      'CardPaymentNotAuthorized',
    );
  read('the quote is untouched: the authorized payment is bound', await post(seller, '/v1/bind', bind), bindResponse);
}

async function cardBinds(seller: Seller): Promise<void> {
  for (const series of ['Prime', 'Plus'] as const) {
    const { quote, request, payment } = await authorizedBind(
      seller,
      series === 'Plus' ? await plusRequest(seller) : {},
    );
    const policy = read(
      `${series}, CC: the bind answers the contract’s fields`,
      await post(seller, '/v1/bind', request),
      bindResponse,
    );
    const card = cardOf(policy);
    check(
      'the payment is Captured',
      card.status === 'Captured' && card.paymentId === payment.paymentId,
      JSON.stringify(card),
    );
    check('for the customer’s total', card.amountCharged === totalOf(quote, request), String(card.amountCharged));
    check('today, with an approval code', card.chargeDate === seller.today && (card.authorizationNumber ?? '') !== '');
    check('the card number is masked', /4242$/.test(card.maskedCardNumber) && !/\d{13}/.test(card.maskedCardNumber));
    check('and a receipt issued', typeof card.receiptDownloadId === 'string');
    await isPdf(seller, `${series}, CC: the receipt is available at once`, card.receiptDownloadId ?? '');
    await isPdf(seller, `${series}, CC: so is the declaration`, policy.documentDownloadId);
    const repeated = read('a replay answers', await post(seller, '/v1/bind', request), bindResponse);
    check('the same policy, with null cardPayment', samePolicy(policy, repeated) && repeated.cardPayment === null);
    const { charges } = await ledger(seller, quote.applicationId);
    check(
      'the customer was charged once',
      charges.length === 1 && charges[0]!.amount === card.amountCharged,
      JSON.stringify(charges),
    );
  }
  const effectiveDate = addDays(seller.today, 7);
  const { quote, request } = await authorizedBind(seller, { effectiveDate }, { chargeDate: undefined });
  const policy = read(
    'CC with a charge date ahead: the bind answers the contract’s fields',
    await post(seller, '/v1/bind', request),
    bindResponse,
  );
  const card = cardOf(policy);
  check(
    'the payment is Scheduled for its day',
    card.status === 'Scheduled' && card.chargeDate === effectiveDate,
    JSON.stringify(card),
  );
  check('amountCharged is zero while Scheduled', card.amountCharged === 0);
  check(
    'authorizationNumber and receiptDownloadId are absent',
    (card.authorizationNumber ?? null) === null && (card.receiptDownloadId ?? null) === null,
  );
  const { charges, holds } = await ledger(seller, quote.applicationId);
  check(
    'nothing was charged, and no hold placed',
    charges.length === 0 && holds.length === 0,
    JSON.stringify({ charges, holds }),
  );
}

async function failingCards(seller: Seller): Promise<void> {
  const declined = await authorizedBind(seller, {}, {}, cards.refusedAtCharge);
  refused(
    'a charge that the issuer refuses is CardPaymentDeclined',
    await post(seller, '/v1/bind', declined.request),
    'CardPaymentDeclined',
  );
  const retried = await authorizedBind(seller, { applicationId: declined.quote.applicationId });
  read('a new payment of the same quote is bound', await post(seller, '/v1/bind', retried.request), bindResponse);

  const lapsed = await authorizedBind(seller);
  refused(
    'an authorization that has lapsed is CardPaymentExpired',
    await post(seller, '/v1/bind', lapsed.request, fault('CardPaymentExpired')),
    'CardPaymentExpired',
  );

  const { quote, request } = await authorizedBind(seller);
  const bind = (headers: Record<string, string> = {}) => post(seller, '/v1/bind', request, headers);
  refused(
    'a processor that can’t be reached is CardPaymentUnavailable',
    await bind(fault('CardPaymentUnavailable')),
    'CardPaymentUnavailable',
  );
  refused(
    'a bind that stops before the charge is BindIncomplete',
    await settled(() => bind(fault('BindIncomplete'))),
    'BindIncomplete',
  );
  check('nothing was charged', (await ledger(seller, quote.applicationId)).charges.length === 0);
  refused(
    'a charge whose reply is lost is CardPaymentUnavailable',
    await settled(() => bind(fault('CardPaymentReplyLost'))),
    'CardPaymentUnavailable',
  );
  read('the same call with the same payment id is bound', await settled(bind), bindResponse);
  const { charges } = await ledger(seller, quote.applicationId);
  check('the charge already made is reused', charges.length === 1, JSON.stringify(charges));

  const dearer = await authorizedBind(seller);
  const extended = selectionOf(dearer.quote, 'Replacement', -1);
  check('two terms differ in price', totalOf(dearer.quote, extended) !== totalOf(dearer.quote, dearer.request));
  const mismatch = { ...dearer.request, ...extended };
  refused(
    'another selection than at the start is CardPaymentAmountMismatch',
    await post(seller, '/v1/bind', mismatch),
    'CardPaymentAmountMismatch',
  );
  read('what was started for is bound', await post(seller, '/v1/bind', dearer.request), bindResponse);

  const failed = await authorizedBind(seller);
  refused(
    'a policy that fails after the charge is BindFailedAfterCardCapture',
    await post(seller, '/v1/bind', failed.request, fault('BindFailedAfterCardCapture')),
    'BindFailedAfterCardCapture',
  );
  refused(
    'its payment is CardPaymentAlreadyUsed',
    await settled(() => post(seller, '/v1/bind', failed.request)),
    'CardPaymentAlreadyUsed',
  );
  const reversed = await until(
    () => ledger(seller, failed.quote.applicationId),
    (one) => one.charges.every(({ status }) => status === 'Reversed'),
  );
  check(
    'the charge was made, and is reversed',
    reversed.charges.length === 1 && reversed.charges[0]!.status === 'Reversed',
    JSON.stringify(reversed.charges),
  );
  read(
    'the quote is bound otherwise',
    await post(seller, '/v1/bind', { ...selectionOf(failed.quote), paymentMethod: 'REF' }),
    bindResponse,
  );
}

async function laterDays(seller: Seller): Promise<void> {
  const effectiveDate = addDays(seller.today, 2);
  const scheduled = await authorizedBind(seller, { effectiveDate }, { chargeDate: undefined });
  const policy = bindResponse.of(await post(seller, '/v1/bind', scheduled.request));
  check('a payment is scheduled', cardOf(policy).status === 'Scheduled');
  const held = await authorizedBind(seller, { effectiveDate: addDays(seller.today, 20) });
  const past = await quoteOf(seller);
  await moveClock(seller, effectiveDate);
  const { charges } = await until(
    () => ledger(seller, scheduled.quote.applicationId),
    (one) => one.charges.length > 0,
  );
  check(
    'on its day it is charged, once',
    charges.length === 1 && charges[0]!.amount === totalOf(scheduled.quote, scheduled.request),
    JSON.stringify(charges),
  );
  refused(
    'an authorization that lapsed with its day is CardPaymentExpired',
    await post(seller, '/v1/bind', held.request),
    'CardPaymentExpired',
  );
  check('the customer is not charged', (await ledger(seller, held.quote.applicationId)).charges.length === 0);
  refused(
    'a quote whose day has passed can’t be bound',
    await post(seller, '/v1/bind', { ...selectionOf(past), paymentMethod: 'REF' }),
    'EffectiveDateBackDate',
  );
  const revised = await post(seller, '/v1/quote', await quoteRequest(seller, { applicationId: past.applicationId }));
  read('it is revised', revised, quoteResponse);
}

async function documents(seller: Seller, stranger: Seller): Promise<void> {
  const quote = await quoteOf(seller);
  const policy = bindResponse.of(await post(seller, '/v1/bind', { ...selectionOf(quote), paymentMethod: 'REF' }));
  const path = `/v1/document/${policy.documentDownloadId}`;
  await isPdf(seller, 'a document is the file itself, with a file name', policy.documentDownloadId);
  await isPdf(seller, 'it can be fetched more than once', policy.documentDownloadId);
  const unknown = await call('GET', '/v1/document/00000000-0000-4000-8000-000000000000', { headers: bearer(seller) });
  const theirs = await call('GET', path, { headers: bearer(stranger) });
  refused('an unknown document is DocumentNotFound', unknown, 'DocumentNotFound');
  refused('another seller’s is, too', theirs, 'DocumentNotFound');
  check(
    'indistinguishably',
    unknown.text === theirs.text && typeOf(unknown) === typeOf(theirs),
    `${unknown.text} ${theirs.text}`,
  );
}

async function faultsAndLimits(seller: Seller): Promise<void> {
  const failed = await call('GET', '/v1/quote/dealers', { headers: { ...bearer(seller), ...fault('InternalError') } });
  check(
    'a server fault is a 500 with InternalError',
    failed.status === 500 && failed.codes.join() === 'InternalError',
    failed.text,
  );
  let limited: Answer | undefined;
  // More than the limit, because a minute may begin between them.
  for (let count = 0; count < 650 && limited === undefined; count += 1) {
    const answer = await call('GET', '/v1/quote/dealers', { headers: bearer(seller), isPatient: false });
    if (answer.status !== 200) limited = answer;
  }
  check('above the limit is a 429', limited?.status === 429, String(limited?.status));
  const seconds = Number(limited?.headers.get('retry-after'));
  check('with Retry-After in seconds', Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
  check('and the envelope', limited?.codes.length === 1, limited?.text);
  await wait(seconds * 1_000);
  const after = await call('GET', '/v1/quote/dealers', { headers: bearer(seller), isPatient: false });
  check('after which a call is answered', after.status === 200, String(after.status));
}

// ---- The contract's tables: each is checked, and is the type of what was read ----

interface Kind<T> {
  /** What is wrong with the value, each with its path; empty if it is as the contract says. */
  faults(value: unknown, path: string): readonly string[];
  /** Reads an answer that a sentence has been checked of before. */
  of(answer: Answer): T;
}

type Value<K> = K extends Kind<infer T> ? T : never;

function kind<T>(name: string, is: (value: unknown) => boolean): Kind<T> {
  return kindOf((value, path) => (is(value) ? [] : [`${path} is not ${name}: ${JSON.stringify(value)}`]));
}

function kindOf<T>(faults: Kind<T>['faults']): Kind<T> {
  const of = (answer: Answer): T => {
    const wrong = answer.status === 200 ? faults(answer.body, 'body') : [`${answer.status} ${answer.text}`];
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    return answer.body as T;
  };
  return { faults, of };
}

const string = kind<string>('a string', (value) => typeof value === 'string');
const boolean = kind<boolean>('a boolean', (value) => typeof value === 'boolean');
const integer = kind<number>('an integer', (value) => Number.isInteger(value));
const decimal = kind<number>('a decimal', (value) => typeof value === 'number');
const money = kind<number>(
  'an amount',
  (value) => typeof value === 'number' && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
);
const date = kind<string>('a date', (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value));
const timestamp = kind<string>(
  'a timestamp in UTC',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
);
const uuid = kind<string>(
  'a uuid',
  (value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
);
const url = kind<string>('a URL', (value) => typeof value === 'string' && URL.canParse(value));

function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return kindOf((value, path) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item.faults(one, `${path}[${index}]`))
      : [`${path} is not an array`],
  );
}

function orNull<T>(of: Kind<T>): Kind<T | null> {
  return kindOf((value, path) => (value === null ? [] : of.faults(value, path)));
}

/** What the contract calls absent: it may be null, too. */
function orAbsent<T>(of: Kind<T>): Kind<T | null | undefined> {
  return kindOf((value, path) => (value === null || value === undefined ? [] : of.faults(value, path)));
}

function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return kind<T>(`one of ${values.join(', ')}`, (value) => values.some((one) => one === value));
}

function object<T extends Record<string, Kind<unknown>>>(
  properties: T,
): Kind<{ readonly [Name in keyof T]: Value<T[Name]> }> {
  return kindOf((value, path) => {
    if (typeof value !== 'object' || value === null) return [`${path} is not an object`];
    return Object.entries(properties).flatMap(([name, of]) =>
      of.faults((value as Record<string, unknown>)[name], `${path}.${name}`),
    );
  });
}

const errorItem = object({ code: string, field: string, message: string });
const envelope = { isValid: boolean, errors: list(errorItem) };
const tokenResponse = object({ token: string, expiryTime: timestamp, expiryMinutes: integer });
const withId = list(object({ id: string }));
const vehiclesResponse = object({ vehicles: withId });
const dealersResponse = object({ dealers: withId });
const lienHoldersResponse = object({ lienHolders: withId });
const testVinResponse = object({ vin: string, year: integer });
const product = object({ productType: string, totalWithTax: money, isOptional: boolean, coverageTermInYears: integer });
const terms = list(object({ paymentTermInYears: integer, coverage: list(product) }));
const quoteResponse = object({
  ...envelope,
  applicationId: string,
  replacementOptions: terms,
  limitedIndemnityOptions: terms,
});
const financingResponse = object({
  options: list(
    object({
      loanTermInMonths: integer,
      installmentAmount: money,
      financeCharge: money,
      applicationFee: money,
      apr: decimal,
      totalPayable: money,
    }),
  ),
});
const loan = object({
  loanNumber: string,
  loanTermInMonths: integer,
  downPayment: money,
  firstInstallmentDate: date,
  installmentAmount: money,
  financeCharge: money,
  applicationFee: money,
  apr: decimal,
  totalPayable: money,
});
const cardPayment = object({
  paymentId: string,
  status: oneOf('Captured', 'Scheduled'),
  maskedCardNumber: string,
  cardType: string,
  amountCharged: money,
  chargeDate: date,
  authorizationNumber: orAbsent(string),
  transactionDate: orAbsent(timestamp),
  receiptDownloadId: orAbsent(uuid),
});
const bindResponse = object({
  ...envelope,
  policyNumber: string,
  documentDownloadId: uuid,
  financing: orNull(loan),
  financingLetterDownloadId: orNull(uuid),
  cardPayment: orNull(cardPayment),
});
const cardStartResponse = object({
  isValid: boolean,
  paymentId: string,
  status: oneOf('Pending'),
  ticket: string,
  amount: money,
  chargeDate: date,
  checkoutJsUrl: url,
  environment: string,
  expiresAt: timestamp,
});
const confirmResponse = object({
  status: oneOf('Authorized', 'Pending', 'Declined', 'Cancelled'),
  message: string,
  expiresAt: orNull(timestamp),
});
const entry = list(object({ amount: money, status: string }));
const ledgerResponse = object({ holds: entry, charges: entry, loans: entry });
const clockResponse = object({ today: date });

// ---- Sellers, quotes and payments ----

const password = 'sandbox-password';
const first = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
const second = { client_id: 'northbind-sandbox-2', client_secret: 'sandbox-client-secret-2' };
const cards = {
  accepted: '4242 4242 4242 4242',
  refused: '4000 0000 0000 0002',
  refusedAtCharge: '4000 0000 0000 0341',
};

const someone = {
  isCompany: false,
  firstOrCompanyName: 'Jane',
  lastName: 'Doe',
  phoneNumber: '416-555-0142',
  emailAddress: 'jane.doe@example.com',
};
const addresses = {
  ontario: { ...someone, addressLine1: '301 Front Street West', city: 'Toronto', postalCode: 'M5V 2T6' },
  quebec: { ...someone, addressLine1: '1085 Côte du Beaver Hall', city: 'Montréal', postalCode: 'H3B 4W5' },
  alberta: { ...someone, addressLine1: '101 9 Avenue SW', city: 'Calgary', postalCode: 'T2P 1B3' },
  novascotia: { ...someone, addressLine1: '1595 Barrington Street', city: 'Halifax', postalCode: 'B3J 1B5' },
  manitoba: { ...someone, addressLine1: '55 Main Street', city: 'Winnipeg', postalCode: 'R3C 1B1' },
};

interface Seller {
  readonly username: keyof typeof addresses;
  readonly token: string;
  /** The date in its province; the sandbox moves it. */
  today: string;
}

type Quote = Value<typeof quoteResponse>;
type Category = 'Replacement' | 'LimitedIndemnity';
interface Selection {
  readonly applicationId: string;
  readonly coverageCategory: Category;
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
}

async function signIn(username: Seller['username'], client: Record<string, string>): Promise<Seller> {
  const { token } = tokenResponse.of(await authenticate(client, username));
  const { today } = clockResponse.of(await call('GET', '/sandbox/clock', { headers: bearer({ token }) }));
  const seller = { username, token, today };
  // A day that was set does not end at midnight, so that no flow meets two days.
  await moveClock(seller, addDays(today, 1));
  return seller;
}

function authenticate(client: Record<string, string>, username: string, secret = password): Promise<Answer> {
  return call('POST', '/v1/authenticate', { headers: client, body: { username, password: secret } });
}

async function moveClock(seller: Seller, today: string): Promise<void> {
  clockResponse.of(await post(seller, '/sandbox/clock', { today }));
  seller.today = today;
}

/** The id of a vehicle that the seller can quote for this day, looked up without the odometer. */
async function vehicleOf(seller: Seller, effectiveDate: string): Promise<string> {
  const known = vehicles.get(`${seller.username} ${effectiveDate}`);
  if (known !== undefined) return known;
  const { vin } = testVinResponse.of(await call('GET', '/v1/test-vin?year=2024', { headers: bearer(seller) }));
  const query = new URLSearchParams({ Vin: vin, EffectiveDate: effectiveDate });
  const found = await call('GET', `/v1/quote/vehicle-configurations?${query}`, { headers: bearer(seller) });
  const [vehicle] = vehiclesResponse.of(found).vehicles;
  vehicles.set(`${seller.username} ${effectiveDate}`, vehicle!.id);
  return vehicle!.id;
}
const vehicles = new Map<string, string>();

async function quoteRequest(
  seller: Seller,
  changes: { readonly effectiveDate?: string } & Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const effectiveDate = changes.effectiveDate ?? seller.today;
  return {
    series: 'Prime',
    vehicleConfigurationId: await vehicleOf(seller, effectiveDate),
    effectiveDate,
    odometer: 24_500,
    purchaseMethod: 'Cash',
    applicant: addresses[seller.username],
    ...changes,
  };
}

async function plusRequest(seller: Seller): Promise<Record<string, unknown>> {
  const [dealer] = dealersResponse.of(await call('GET', '/v1/quote/dealers', { headers: bearer(seller) })).dealers;
  const dealerContact = { name: 'Sam Seller', emailAddress: 'sam@example.com', phoneNumber: '416-555-0100' };
  return quoteRequest(seller, { series: 'Plus', dealerId: dealer!.id, dealerContact });
}

async function quoteOf(seller: Seller, changes: Record<string, unknown> = {}): Promise<Quote> {
  return quoteResponse.of(await post(seller, '/v1/quote', await quoteRequest(seller, changes)));
}

/** The products of one term that can't be left out; the first term of two years and more, or the one at that place. */
function selectionOf(quote: Quote, coverageCategory: Category = 'Replacement', place?: number): Selection {
  const options = coverageCategory === 'Replacement' ? quote.replacementOptions : quote.limitedIndemnityOptions;
  const term =
    place === undefined ? options.find(({ paymentTermInYears }) => paymentTermInYears >= 2) : options.at(place);
  const mandatory = term!.coverage.filter(({ isOptional }) => !isOptional);
  const chosen = mandatory.length > 0 ? mandatory : term!.coverage.slice(0, 1);
  return {
    applicationId: quote.applicationId,
    coverageCategory,
    paymentTermInYears: term!.paymentTermInYears,
    selectedProducts: chosen.map(({ productType }) => productType),
  };
}

function optionalOf(quote: Quote): readonly string[] {
  const { paymentTermInYears } = selectionOf(quote);
  const term = quote.replacementOptions.find((one) => one.paymentTermInYears === paymentTermInYears);
  return term!.coverage.filter(({ isOptional }) => isOptional).map(({ productType }) => productType);
}

/** The customer's total: the sum of totalWithTax over the selected products. */
function totalOf(
  quote: Quote,
  { coverageCategory, paymentTermInYears, selectedProducts }: Omit<Selection, 'applicationId'>,
): number {
  const options = coverageCategory === 'Replacement' ? quote.replacementOptions : quote.limitedIndemnityOptions;
  const term = options.find((one) => one.paymentTermInYears === paymentTermInYears);
  const chosen = term!.coverage.filter(({ productType }) => selectedProducts.includes(productType));
  return chosen.reduce((sum, { totalWithTax }) => sum + Math.round(totalWithTax * 100), 0) / 100;
}

function financingBlock(effectiveDate: string) {
  const bankAccount = {
    institutionNumber: '004',
    transitNumber: '12345',
    accountNumber: '1234567',
    accountHolderName: 'Jane Doe',
  };
  return { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate: addDays(effectiveDate, 14), bankAccount };
}

async function financedBind(seller: Seller, changes: Record<string, unknown> = {}) {
  const quote = await quoteOf(seller, changes);
  const block = financingBlock(seller.today);
  const asked = {
    ...selectionOf(quote),
    downPayment: block.downPayment,
    firstInstallmentDate: block.firstInstallmentDate,
  };
  const [option] = financingResponse.of(await post(seller, '/v1/quote/financing', asked)).options;
  const financing = { ...block, loanTermInMonths: option!.loanTermInMonths };
  return { quote, request: { ...selectionOf(quote), paymentMethod: 'PFF', financing } };
}

/** A quote whose customer has typed a card, which is confirmed; charged today unless said otherwise. */
async function authorizedBind(
  seller: Seller,
  changes: Record<string, unknown> = {},
  start: object = {},
  card = cards.accepted,
) {
  const quote = await quoteOf(seller, changes);
  const selection = selectionOf(quote);
  const payment = cardStartResponse.of(
    await post(seller, '/v1/payment/card', { ...selection, chargeDate: seller.today, ...start }),
  );
  await submit(payment, card);
  const asked = { applicationId: quote.applicationId, paymentId: payment.paymentId, ticket: payment.ticket };
  const { status } = confirmResponse.of(await post(seller, '/v1/payment/card/confirm', asked));
  if (status !== 'Authorized') throw new Error(`The card ${card} is ${status}.`);
  return {
    quote,
    payment,
    request: { ...selection, paymentMethod: 'CC', cardPayment: { paymentId: payment.paymentId } },
  };
}

type CardStart = Value<typeof cardStartResponse>;

/** As the customer types the card into the checkout. */
function submit({ ticket, checkoutJsUrl }: CardStart, cardNumber: string): Promise<void> {
  return atCheckout(checkoutJsUrl, '/checkout/submit', { ticket, cardNumber, expiry: '12/39', cvv: '123' });
}

function cancelCheckout({ ticket, checkoutJsUrl }: CardStart): Promise<void> {
  return atCheckout(checkoutJsUrl, '/checkout/cancel', { ticket });
}

async function atCheckout(script: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(new URL(path, script), { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
}

function cardOf(policy: Value<typeof bindResponse>): Value<typeof cardPayment> {
  if (policy.cardPayment === null) throw new Error('The bind answered no card payment.');
  return policy.cardPayment;
}

function samePolicy(one: Value<typeof bindResponse>, other: Value<typeof bindResponse>): boolean {
  return one.policyNumber === other.policyNumber && one.documentDownloadId === other.documentDownloadId;
}

async function ledger(seller: Seller, applicationId: string): Promise<Value<typeof ledgerResponse>> {
  return ledgerResponse.of(
    await call('GET', `/sandbox/ledger?applicationId=${applicationId}`, { headers: bearer(seller) }),
  );
}

async function isPdf(seller: Seller, sentence: string, downloadId: string): Promise<void> {
  const answer = await call('GET', `/v1/document/${downloadId}`, { headers: bearer(seller) });
  const isFile = answer.text.startsWith('%PDF') && typeOf(answer) === 'application/pdf';
  check(
    sentence,
    answer.status === 200 && isFile && /filename/.test(answer.headers.get('content-disposition') ?? ''),
    `${answer.status} ${typeOf(answer)}`,
  );
}

// ---- Calls ----

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  readonly codes: readonly string[];
}

interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly text?: string;
  /** Whether it waits and calls again when the rate limit is reached; yes unless said otherwise. */
  readonly isPatient?: boolean;
}

async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  callCount += 1;
  const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const typed: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
  const answered = await fetch(`${base}${path}`, {
    method,
    headers: { ...typed, ...options.headers },
    ...(text === undefined ? {} : { body: text }),
  });
  if (answered.status === 429 && options.isPatient !== false) {
    await answered.arrayBuffer();
    await wait(Number(answered.headers.get('retry-after')) * 1_000);
    return call(method, path, options);
  }
  const received = await answered.text();
  const body = parsed(received);
  const codes = codesOf(body);
  for (const code of codes) seenCodes.add(code);
  const answer = { status: answered.status, headers: answered.headers, text: received, body, codes };
  judgeAny(`${method} ${path.split('?')[0]}`, answer);
  return answer;
}

function post(seller: Seller, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return call('POST', path, { headers: { ...bearer(seller), ...headers }, body });
}

/** What holds of every answer. */
function judgeAny(route: string, { status, text, body, codes }: Answer): void {
  const isEmptyFailure = status === 400 || status === 401;
  if (status < 300 && codes.length > 0) wrongSuccesses.push(`${route}: ${codes.join()}`);
  if (status < 300 && typeof body === 'object' && body !== null && 'isValid' in body && body.isValid !== true)
    wrongSuccesses.push(`${route}: isValid is not true`);
  if (isEmptyFailure && text !== '') wrongFailures.push(`${route}: ${status} ${text}`);
  if (status >= 402) {
    const faults = object(envelope).faults(body, route);
    if (faults.length > 0 || codes.length === 0) wrongFailures.push(`${route}: ${status} ${faults.join()} ${text}`);
  }
}

function codesOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return body.errors.map((item: { readonly code?: unknown }) => String(item.code));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // No JSON: a document, a page, or nothing.
  }
}

function bearer({ token }: Pick<Seller, 'token'>): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function fault(name: string): Record<string, string> {
  return { 'sandbox-fault': name };
}

function isUnauthorized({ status, text }: Answer): boolean {
  return status === 401 && text === '';
}

function typeOf({ headers }: Answer): string {
  return (headers.get('content-type') ?? '').split(';')[0]!;
}

function statuses(answers: readonly Answer[]): string {
  return answers.map(({ status, codes }) => [status, ...codes].join(' ')).join(', ');
}

/** Calls until no bind of the application is running any more. */
function settled(again: () => Promise<Answer>): Promise<Answer> {
  return until(again, ({ codes }) => !codes.includes('BindInProgress'));
}

/** Asks each second, for at most two minutes; answers what it was told last. */
async function until<T>(ask: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    const value = await ask();
    if (isReached(value) || turn === 120) return value;
    await wait(1_000);
  }
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

// ---- Dates ----

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of the next month, or its last. */
function addMonth(day: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(dayOfMonth, last))).toISOString().slice(0, 10);
}

// ---- Sentences ----

let checkedCount = 0;
let callCount = 0;
let title = '';
const missed: string[] = [];
const seenCodes = new Set<string>();
const wrongSuccesses: string[] = [];
const wrongFailures: string[] = [];

async function section(name: string, flow: () => Promise<void>): Promise<void> {
  title = name;
  say(`\n${name}`);
  try {
    await flow();
  } catch (error) {
    check('the flow could be gone through to its end', false, error instanceof Error ? error.message : String(error));
  }
}

function check(sentence: string, isTrue: boolean, detail = ''): void {
  checkedCount += 1;
  say(isTrue ? `  ok    ${sentence}` : `  MISS  ${sentence}: ${detail.slice(0, 500)}`);
  if (!isTrue) missed.push(`${title}: ${sentence}`);
}

/** Checks an answer by its table of the contract, and reads it. */
function read<T>(sentence: string, answer: Answer, of: Kind<T>): T {
  const faults = answer.status === 200 ? of.faults(answer.body, 'body') : [`${answer.status} ${answer.text}`];
  check(sentence, faults.length === 0, faults.join('; '));
  return of.of(answer);
}

/** Checks a 422: the envelope, the code where the contract names one, and the field where one is meant. */
function refused(sentence: string, answer: Answer, code: string | null = null, field: string | null = null): void {
  const wrong = object(envelope).faults(answer.body, 'body');
  const { isValid, errors } = (wrong.length === 0 ? answer.body : { isValid: null, errors: [] }) as {
    readonly isValid: boolean | null;
    readonly errors: readonly Value<typeof errorItem>[];
  };
  const isNamed = errors.some(
    (item) => (code === null || item.code === code) && (field === null || item.field === field) && item.message !== '',
  );
  check(sentence, answer.status === 422 && isValid === false && isNamed, `${answer.status} ${answer.text}`);
}

function say(line: string): void {
  console.log(line);
}

await run();

export {};

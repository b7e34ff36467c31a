import assert from 'node:assert/strict';

/** A whole sale, run with the SDK as each module system and Node release loads it. */
export async function sell({ Northbind, AmbiguousBindError, RefusedError }, [baseUrl, today]) {
  const northbind = new Northbind({
    baseUrl,
    clientId: 'northbind-sandbox',
    clientSecret: 'sandbox-client-secret',
    username: 'ontario',
    password: 'sandbox-password',
  });

  const { vin } = await northbind.testVin(2024);
  const asked = { effectiveDate: today, odometer: 24_500, purchaseMethod: 'Finance' };
  const [vehicle] = await northbind.vehicles.lookUp({ vin, ...asked });
  const [lienHolder] = await northbind.lienHolders.search('ally');
  const [dealer] = await northbind.dealers.list();
  const request = {
    ...asked,
    series: 'Plus',
    vehicleConfigurationId: vehicle.id,
    lienHolderId: lienHolder.id,
    dealerId: dealer.id,
    dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' },
    applicant,
  };
  await assert.rejects(northbind.quotes.create({ ...request, lienHolderId: null }), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.equal(error.code, 'LienHolderRequired');
    assert.equal(error.field, 'lienHolderId');
    return true;
  });
  const { applicationId } = await northbind.quotes.create(request);
  const quote = await northbind.quotes.revise(applicationId, request);
  assert.equal(quote.applicationId, applicationId);

  const { paymentTermInYears, coverage } = quote.replacementOptions.at(-1);
  const selectedProducts = coverage.map(({ productType }) => productType);
  const selection = { applicationId, coverageCategory: 'Replacement', paymentTermInYears, selectedProducts };
  const payment = await northbind.cardPayments.start(selection, { sandboxFault: 'CardPaymentUnavailable' });
  await pay(payment);
  const { paymentId, ticket } = payment;
  const confirmed = await northbind.cardPayments.confirm({ applicationId, paymentId, ticket });
  assert.equal(confirmed.status, 'Authorized');

  const bind = { ...selection, paymentMethod: 'CC', cardPayment: { paymentId } };
  const state = JSON.parse(JSON.stringify(northbind.prepareBind(bind)));
  const failing = northbind.bind(bind, { sandboxFault: 'CardPaymentReplyLost', deadlineMs: 1 });
  await assert.rejects(failing, (error) => error instanceof AmbiguousBindError || error.code === 'TimedOut');
  const policy = await northbind.resumeBind(state);
  assert.equal((await northbind.bind(bind)).policyNumber, policy.policyNumber);

  const { charges } = await northbind.sandbox.ledger(applicationId);
  assert.deepEqual(
    charges.map(({ status }) => status),
    ['Captured'],
  );
  const document = await northbind.documents.fetch(policy.documentDownloadId);
  const bytes = await document.toBytes();
  assert.equal(new TextDecoder('latin1').decode(bytes.subarray(0, 5)), '%PDF-');
  assert.match(document.filename, /\.pdf$/);
  console.log(JSON.stringify({ node: process.version, policyNumber: policy.policyNumber }));
}

async function pay({ checkoutJsUrl, ticket }) {
  const response = await fetch(new URL('/checkout/submit', checkoutJsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' }),
  });
  assert.equal(response.status, 200);
}

const applicant = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '301 Sample Street',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  phoneNumber: '416-555-0142',
  emailAddress: 'marie-eve@example.ca',
};

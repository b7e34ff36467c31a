/** The script before a request: of what is not for every run, it is sent only if a variable says so. */
export function scriptBefore(operationId: string): readonly string[] {
  const variable = askedFor[operationId];
  return variable === undefined
    ? []
    : [`if (pm.collectionVariables.get('${variable}') !== 'yes') pm.execution.skipRequest();`];
}

const askedFor: Readonly<Record<string, string>> = {
  // Who runs the whole collection does not mean to lose what the seller has sold, nor to take back the request that is
  // decided after it.
  sandboxReset: 'mayErase',
  withdrawCancellationRequest: 'mayErase',
  // The policy of the collection is paid by card.
  sandboxLoans: 'isFinanced',
  // What would move its money after the sale, or end it.
  sandboxCancellations: 'mayMoveMoney',
  sandboxPayments: 'mayMoveMoney',
  sandboxRefunds: 'mayMoveMoney',
  sandboxDisputes: 'mayMoveMoney',
};

/** The script after an answer: checks the status and sets variables for the next requests. */
export function scriptAfter(operationId: string, status: string): readonly string[] {
  return [
    `pm.test('answers ${status}', () => pm.response.to.have.status(${status}));`,
    ...Object.entries(kept[operationId] ?? {}).map(
      ([name, path]) => `pm.collectionVariables.set('${name}', pm.response.json()${path});`,
    ),
    ...(operationId === 'readSandboxClock' ? twoWeeksLater : []),
  ];
}

const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  oauthToken: { token: '.access_token' },
  readSandboxClock: { today: '.today' },
  testVin: { vin: '.vin' },
  vehicleConfigurations: { vehicleConfigurationId: '.vehicles[0].id' },
  quote: { applicationId: '.applicationId' },
  paymentCard: { paymentId: '.paymentId', ticket: '.ticket' },
  createWebhookEndpoint: { webhookEndpointId: '.id' },
  createSaleLink: { saleLinkId: '.id' },
  pingWebhookEndpoint: { deliveryId: '.delivery.id' },
  bind: { policyNumber: '.policyNumber', documentDownloadId: '.documentDownloadId' },
};

const twoWeeksLater = [
  "const day = new Date(pm.response.json().today + 'T00:00:00Z');",
  'day.setUTCDate(day.getUTCDate() + 14);',
  "pm.collectionVariables.set('firstInstallmentDate', day.toISOString().slice(0, 10));",
];

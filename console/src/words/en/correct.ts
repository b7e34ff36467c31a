export const correct = {
  soon: 'It is carried out within seconds.',
  sameAddress: 'the same address',
  referenceHint:
    'The number of a cheque or transfer, the processor’s own reference, or the place in the mail server’s log.',
  retryReversal: {
    act: 'Retry now',
    title: 'Retry the refund now',
    lead: 'The processor or the lender is asked first whether it went through already, so nothing is refunded twice.',
    done: 'The refund is retried.',
  },
  settleReversal: {
    act: 'Mark as settled',
    lead: 'Only when the customer has the money back, or the lender has cancelled the loan. It is not retried any more.',
    done: 'The refund is marked as settled.',
  },
  retryCharge: {
    act: 'Charge again',
    title: 'Charge the card again',
    lead: 'The saved card is charged once more, within a minute.',
    done: 'The card is charged again.',
  },
  settleCharge: {
    act: 'Mark as paid',
    lead: 'Only when the customer has paid another way. The card is not charged any more.',
    done: 'The charge is marked as paid.',
  },
  moveCharge: {
    act: 'Change the date',
    title: 'Change the date of the charge',
    lead: 'From tomorrow to 60 days ahead, by the seller’s day.',
    date: 'New charge date',
    done: 'The date was changed.',
  },
  paymentLink: {
    act: 'Send a payment link',
    lead: 'The customer gets a link by e-mail to a page on which the amount due can be paid with another card. An earlier link ends.',
    done: 'The payment link was made.',
    days: 'Days it can be used (1 to 30)',
    chargeOn: 'Charge the new card on (if left empty, at once)',
    show: 'Show the link instead of mailing it',
    showNow: 'Show the link',
    address: 'Payment link',
    mailed: (day: string) => `It is mailed to the customer and can be used until ${day}.`,
  },
  revokePaymentLink: {
    act: 'Revoke the link',
    lead: 'The customer can not pay by the link any more. A card that was taken already is charged.',
    done: 'The link was revoked.',
  },
  resendMail: {
    act: 'Send again',
    title: 'Send this e-mail again',
    lead: (to: string) => `The same documents go to ${to} again.`,
    done: 'The e-mail is on its way.',
  },
  settleMail: {
    act: 'Mark as arrived',
    lead: 'Only when the mail server’s log or the customer says so. It is not sent again.',
    done: 'The e-mail is marked as arrived.',
  },
  settleDifference: {
    act: 'Mark as settled',
    lead: 'Only when you know how the settlement file and the books differ. The books stay as they are.',
    done: 'The difference is marked as settled.',
  },
  retryAll: {
    act: 'Retry all',
    lead: 'Each is retried by itself; e-mails are sent again. What ended meanwhile is left alone.',
    done: 'They are retried.',
  },
  settleAll: {
    act: 'Settle all',
    lead: 'Only when all of them were settled another way; e-mails, when they have arrived. They are not retried any more.',
    done: 'They are settled.',
  },
  selection: {
    cause: 'Only those whose cause begins with',
    causeHint: 'If left empty, all of them. E-mails of unclear delivery begin with “unknown”.',
    counts: (done: number, refused: number) => `${done} done, ${refused} left as they were.`,
  },
  resendDocuments: {
    act: 'Send the documents again',
    lead: 'All documents of the policy, by e-mail.',
    address: 'To',
    addressHint: 'If left empty, the address of the policy.',
    done: 'The documents are on their way.',
  },
  email: {
    act: 'Correct the e-mail address',
    lead: 'For the e-mails of this policy from now on. Undelivered ones are sent to the new address automatically.',
    current: (address: string) => `Current: ${address}`,
    address: 'New e-mail address',
    done: 'The address was corrected.',
    moved: (count: number) =>
      count === 0
        ? 'No e-mail was waiting.'
        : count === 1
          ? '1 e-mail goes to the new address.'
          : `${count} e-mails go to the new address.`,
  },
  retryBind: {
    act: 'Finish now',
    title: 'Finish the bind now',
    lead: 'Another instance takes over and first asks what has happened so far.',
    done: 'The bind is being finished.',
  },
  cancel: {
    act: 'Cancel the policy',
    title: (policy: string) => `Cancel policy ${policy}`,
    kind: 'Type of cancellation',
    kinds: { 'pro-rata': 'Pro-rata', flat: 'Flat' },
    kindHelp: {
      'pro-rata': 'The days used are charged; the rest is refunded.',
      flat: 'As if there had never been a policy. Everything is refunded.',
    },
    date: 'First day without coverage',
    caption: 'Refund by product',
    days: 'Unused days',
    daysOf: (unused: string, total: string) => `${unused} of ${total}`,
    paid: 'Paid',
    refund: 'Refund',
    kept: 'Kept',
    settlement: {
      'card-refund': 'It is refunded to the card.',
      'charge-stopped': 'The card was not charged and will not be.',
      'loan-cancelled': 'The lender is notified and settles with the customer.',
      outside: 'Whoever took the payment refunds it; Northbind moves no money.',
      nothing: 'There is nothing to refund.',
    },
    confirm: (amount: string) => `Cancel and refund ${amount}`,
    keep: 'Keep the policy',
    done: 'The policy was cancelled.',
    doneText: 'The refund is carried out within seconds. The notice is sent by e-mail.',
    notice: 'Download the notice',
  },
};

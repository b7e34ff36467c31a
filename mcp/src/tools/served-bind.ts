import type { BindRequest, Northbind } from '@northbind/sdk';
import { answerOf } from '../answers.ts';
import { ToolRefusal } from '../failure.ts';
import { defineTool, type Tool } from '../tool.ts';
import { alreadyCovered, bindInput, changes, deadlineMs, isCovered } from './bind.ts';

/**
 * The bind of tools that the service serves: no folder is there, and any instance may answer the next call. What was
 * begun is known to the service, which makes one policy of an application however often it is asked, and finishes
 * what was broken off. So an assistant that lost an answer repeats it; one that forgot, and quotes the vehicle anew, is
 * refused as long as the first bind is open, and once it has made a policy.
 */
export function servedBindTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'bind',
      description:
        'Makes the policy of a quote and takes the payment, once. Only with the customer’s agreement to the total. The same bind again returns the same policy.',
      annotations: changes,
      input: bindInput,
      output: answerOf('bind'),
      // The service judges whether the payment's block fits its method, and says so.
      run: async (given) => {
        const request = given as object as BindRequest;
        const { applicationId } = request;
        const { status, vehicle } = await northbind.applications.get(applicationId);
        if (status === 'Quoted') await refuseSecond(northbind, vehicle.vin, applicationId);
        return northbind.bind(request, { deadlineMs });
      },
    }),
  ];
}

async function refuseSecond(northbind: Northbind, vin: string, applicationId: string): Promise<void> {
  // A bind that ends between the two questions is seen by the second.
  const { applications } = await northbind.applications.page({ vin, status: 'Binding', limit: 2 });
  const open = applications.find((one) => one.applicationId !== applicationId);
  if (open !== undefined) throw otherIsOpen(open.applicationId);
  if (await isCovered(northbind, vin, applicationId)) throw alreadyCovered;
}

function otherIsOpen(applicationId: string): ToolRefusal {
  return new ToolRefusal({
    code: 'BindUnfinished',
    message: `Another bind of this vehicle is not settled: application ${applicationId}. It may make a policy.`,
    whatToDo: 'Send that bind again, or ask get_application in a minute what became of it. Do not quote anew.',
  });
}

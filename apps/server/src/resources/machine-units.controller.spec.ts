import { machineUnitsContract } from '@resource-catalogue/contracts';
import { describeUnits } from '../../test/support/describe-units.js';

describeUnits(machineUnitsContract, 'machine', 'machines');

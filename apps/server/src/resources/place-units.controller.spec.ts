import { placeUnitsContract } from '@resource-catalogue/contracts';
import { describeUnits } from '../../test/support/describe-units.js';

describeUnits(placeUnitsContract, 'place', 'places');

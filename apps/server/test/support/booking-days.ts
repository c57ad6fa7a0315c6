import { bookingsContract, filterTable } from '@resource-catalogue/contracts';

const times = [...filterTable(bookingsContract.filters).values()]
  .filter(({ kind }) => kind === 'datetime')
  .map(({ field }) => field);

/** Selects bookings outside the range recorded for their day: a list would skip them. */
export const unknownToDays = bookingsContract.sorts
  .map((key) => {
    const covered = times.map(
      (time) => `(b.${time} IS NULL OR b.${time} BETWEEN d.least_${time} AND d.greatest_${time})`,
    );
    return `SELECT '${key} ' || b.id FROM bookings b WHERE NOT EXISTS (
      SELECT FROM booking_days d WHERE d.key = '${key}' AND d.begins <= b.${key} AND b.${key} < d.begins + interval '24 hours'
        AND ${covered.join(' AND ')} AND b.state = d.state)`;
  })
  .join(' UNION ALL ');

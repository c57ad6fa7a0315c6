import type { CollectionRoute } from '../request/route.js';
import { useSession } from '../app/session.js';
import { Heading } from '../app/heading.js';
import { CollectionView } from './collection.js';
import { RowView } from './row.js';

/** A collection, or one of its rows. */
export function CollectionPlace({ route }: { route: CollectionRoute }) {
  const collection = useSession().catalogue.collections.find(({ name }) => name === route.collection);
  if (!collection) {
    return (
      <main>
        <Heading title={route.collection} />
        <p>There is no collection of this name.</p>
      </main>
    );
  }
  if (route.view === 'list')
    return <CollectionView key={route.collection} collection={collection} query={route.query} />;
  const { id, week } = route;
  return <RowView key={`${route.collection}/${id}`} collection={collection} id={id} week={week} />;
}

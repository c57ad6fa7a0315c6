import type { CollectionRoute } from '../request/route.js';
import { CollectionView, Heading } from './collection.js';
import { FormView } from './form.js';
import { RowView } from './row.js';
import { useSession } from './session.js';

/** A collection, one of its rows, or its form. */
export function CollectionPlace({ route }: { route: CollectionRoute }) {
  const collection = useSession().catalogue.collections.find(({ name }) => name === route.collection);
  if (!collection) {
    return (
      <main>
        <Heading way={[]} title={route.collection} />
        <p>There is no collection of this name.</p>
      </main>
    );
  }
  if (route.view === 'list')
    return <CollectionView key={route.collection} collection={collection} query={route.query} />;
  if (route.view === 'form') {
    const key = `${route.collection}/${route.id}/edit`;
    return <FormView key={key} collection={collection} id={route.id} />;
  }
  const { id, week } = route;
  return <RowView key={`${route.collection}/${id}`} collection={collection} id={id} week={week} />;
}

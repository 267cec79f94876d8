# SPDX-License-Identifier: Apache-2.0
"""run.py PROGRAM CODE answers|types: runs lines of docs/analysis.md in pandas, polars or DuckDB. Then it prints the answers, key and
values, or the columns of the tables: table, column, what it holds (number, text, or none where all is missing), missing values, rows.
Where all is missing, pandas must have numbers, and polars and DuckDB have text, as the page says."""
import sys

import duckdb
import pandas
import polars

program, code, what = sys.argv[1:]
tables = ("energy", "profiles", "power")


def show(rows):
    for row in rows:
        print(*row, sep="\t")


def pandas_column(values):
    is_number = pandas.api.types.is_numeric_dtype(values)
    kind = "number" if is_number else "text" if pandas.api.types.is_string_dtype(values) else values.dtype
    return "none" if is_number and values.isna().all() else kind, values.isna().sum(), len(values)


def polars_column(values):
    kind = "number" if values.dtype.is_numeric() else "text" if values.dtype == polars.String else values.dtype
    return "none" if kind == "text" and values.null_count() == len(values) else kind, values.null_count(), len(values)


def duckdb_column(connection, table, name, of_type):
    missing, rows = connection.execute(f'SELECT count(*) - count("{name}"), count(*) FROM {table}').fetchone()
    kind = {"BIGINT": "number", "DOUBLE": "number", "VARCHAR": "text"}.get(str(of_type), of_type)
    return "none" if kind == "text" and missing == rows else kind, missing, rows


if program == "DuckDB":
    connection = duckdb.connect()
    for statement in connection.extract_statements(open(code).read()):
        result = connection.execute(statement)
        if what == "answers" and statement.query.strip().startswith("SELECT"):
            show(result.fetchall())
    for table in tables if what == "types" else ():
        for name, of_type, *_ in connection.execute(f"DESCRIBE {table}").fetchall():
            show([(table, name, *duckdb_column(connection, table, name, of_type))])
else:
    names = {}
    exec(open(code).read(), names)
    if what == "answers":
        for rows in names["per_epoch"], names["per_mode"], names["over_time"]:
            show(rows.iter_rows() if program == "polars" else rows.reset_index().itertuples(index=False))
    for table in tables if what == "types" else ():
        column = polars_column if program == "polars" else pandas_column
        show((table, name, *column(names[table][name])) for name in names[table].columns)

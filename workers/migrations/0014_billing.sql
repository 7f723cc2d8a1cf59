CREATE TABLE `billing_customers` (
	`account_id` text NOT NULL,
	`is_live` integer NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`ticket` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `is_live`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer_id_unique` ON `billing_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `billing_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`customer_id` text,
	`outcome` text NOT NULL,
	`happened_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_events_received_at` ON `billing_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `billing_reports` (
	`day` text NOT NULL,
	`is_live` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`cursor` text,
	`compared` integer DEFAULT 0 NOT NULL,
	`corrected` integer DEFAULT 0 NOT NULL,
	`findings` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`day`, `is_live`)
);
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `state` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `customer_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `subscription_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `interval` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `amount` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `seats` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `renews_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_ends_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `grace_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `is_live` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `ticket` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `compared_at` integer DEFAULT 0 NOT NULL;